import SelfManaged
import Testing

/// Destinations and their deep-link paths.
struct DestinationTests {
  @Test(
    arguments: [
      (.userProfile("42"), "/user/42"), (.product("tea"), "/product/tea"), (.signIn, "/sign-in"),
      (Destination(.init(rawValue: "chat"), "room 7"), "/chat/room%207"),
      (Destination(.product, "a/b"), "/product/a%2Fb"),
      (Destination(.product, ""), "/product/"),
      (Destination(.product, "a", "", "b"), "/product/a//b"),
      (Destination(.product, "100%"), "/product/100%25"),
      (Destination(.product, "é"), "/product/%C3%A9"),
      (Destination(.product, "A-z_0.9~"), "/product/A-z_0.9~"),
      (Destination(.product, "a?b=c&d#e"), "/product/a%3Fb%3Dc%26d%23e"),
    ] as [(Destination, String)])
  func destinationPathRoundTrips(destination: Destination, path: String) {
    #expect(destination.path == path)
    #expect(Destination(path: path) == destination)
  }

  @Test(arguments: [
    [], [""], ["", ""], ["", "a"], ["a", ""], ["/"], ["//", "/"], [" "], ["\t\n\r\n"], ["%"],
    ["%2F"], ["%25"], ["%zz"], ["+"], ["?", "#", "&", "="], ["茶"], ["👩‍👩‍👧‍👦"], ["e\u{301}"],
    ["\u{301}"], ["\u{0}"], ["\u{202E}abc"], [".."], ["."], ["a", "b", "c", "d"],
    [String(repeating: "/% é", count: 1000)],
  ])
  func everyArgumentRoundTrips(arguments: [String]) throws {
    for name in ["product", "", "a/b", "e\u{301} %"] {
      let destination = Destination(.init(rawValue: name), arguments: arguments)
      let path = destination.path
      #expect(path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
      let again = try #require(Destination(path: path))
      #expect(again == destination)
      #expect(again.arguments.map { Array($0.utf8) } == arguments.map { Array($0.utf8) })
      #expect(Array(again.kind.rawValue.utf8) == Array(name.utf8))
    }
  }

  @Test func componentBytesAreNeverReadAsSlashes() {
    let all = String(String.UnicodeScalarView((1...0x2FF).compactMap { Unicode.Scalar($0) }))
    let destination = Destination(.product, all, all)
    #expect(destination.path.split(separator: "/").count == 3)
    #expect(Destination(path: destination.path) == destination)
  }

  @Test(arguments: [
    "", "user/42", " /user/42", "user", "%2Fuser", "\\user", "https://example.org/user/42",
  ])
  func pathWithoutALeadingSlashIsRejected(path: String) {
    #expect(Destination(path: path) == nil)
  }

  @Test(arguments: [
    "/user/%", "/user/%2", "/user/%zz", "/user/%2g", "/user/%g2", "/user/% 2", "/user/%+2",
    "/user/%%41", "/%/42", "/user/%2/42", "/user/4%", "/user/%４１", "/user/%é9",
  ])
  func brokenEscapeIsRejected(path: String) {
    #expect(Destination(path: path) == nil)
  }

  @Test(arguments: [
    "/user/%FF", "/user/%C3", "/user/%C0%AF", "/user/%ED%A0%80", "/user/%F5%80%80%80", "/%80",
  ])
  func escapeWithoutUnicodeIsRejected(path: String) {
    #expect(Destination(path: path) == nil)
  }

  @Test(arguments: [
    ("/chat/a%2fb", ["a/b"]), ("/chat/%41%42", ["AB"]), ("/chat/é", ["é"]),
    ("/chat/a b", ["a b"]), ("/chat/a+b", ["a+b"]), ("/chat/x/", ["x", ""]), ("/chat", []),
    ("/chat/\u{301}x/y", ["\u{301}x", "y"]),
  ])
  func otherSpellingsOfAPathAreRead(path: String, arguments: [String]) {
    #expect(
      Destination(path: path) == Destination(.init(rawValue: "chat"), arguments: arguments))
  }

  @Test func unknownKindIsKept() throws {
    let destination = try #require(Destination(path: "/chat/7"))
    #expect(destination.kind.rawValue == "chat")
    #expect(destination.arguments == ["7"])
  }

  @Test func convenienceDestinationsHaveTheirKind() {
    #expect(Destination.userProfile("1") == Destination(.userProfile, "1"))
    #expect(Destination.product("1") == Destination(.product, arguments: ["1"]))
    #expect(Destination.signIn == Destination(.signIn))
    #expect(Destination.userProfile("1") != .product("1"))
    #expect(Destination.userProfile("1") != .userProfile("2"))
  }
}
