import Components
import Testing

/// Images of any type, compared and unwrapped.
struct LoadedImageTests {
  struct Picture: Hashable { var name: String }
  struct Photo: Hashable { var name: String }

  @Test func imagesWithEqualContentAreEqual() {
    #expect(LoadedImage(Picture(name: "a")) == LoadedImage(Picture(name: "a")))
    #expect(LoadedImage(Picture(name: "a")) != LoadedImage(Picture(name: "b")))
    #expect(LoadedImage([1, 2] as [UInt8]) == LoadedImage([1, 2] as [UInt8]))
  }

  @Test func imagesOfTwoTypesAreNeverEqual() {
    #expect(LoadedImage(Picture(name: "a")) != LoadedImage(Photo(name: "a")))
    #expect(LoadedImage("a") != LoadedImage(Picture(name: "a")))
    #expect(LoadedImage("1") != LoadedImage(1))
  }

  @Test func equalImagesHashEqually() {
    let set: Set = [LoadedImage("a"), LoadedImage("a"), LoadedImage("b")]
    #expect(set.count == 2)
    #expect(set.contains(LoadedImage("b")))
  }

  @Test func imageIsUnwrappedOnlyAsItsOwnType() {
    let image = LoadedImage(Picture(name: "a"))
    #expect(image.content(as: Picture.self) == Picture(name: "a"))
    #expect(image.content(as: Photo.self) == nil)
    #expect(image.content(as: String.self) == nil)
    let inferred: Picture? = image.content()
    #expect(inferred?.name == "a")
  }

  @Test func wrappingAWrappedImageIsAnotherImage() {
    let image = LoadedImage("a")
    #expect(LoadedImage(image) != image)
    #expect(LoadedImage(image).content(as: LoadedImage.self) == image)
  }

  @Test func equalNumbersOfDifferentTypesAreDifferentImages() {
    #expect(LoadedImage(1) != LoadedImage(1.0))
    #expect(LoadedImage(1) != LoadedImage(Int8(1)))
  }
}
