#if SwiftUI && canImport(SwiftUI)
  public import Components
  public import SwiftUI

  extension View {
    /// Describes the view to VoiceOver as a component does, except that `disabled(_:)` marks a
    /// disabled control.
    public func accessibility(of data: AccessibilityData) -> some View {
      accessibilityLabel(data.label)
        .accessibilityValue(data.value ?? "")
        .accessibilityAddTraits(AccessibilityTraits(data.traits))
    }
  }

  extension AccessibilityTraits {
    /// SwiftUI's form of a component's traits.
    init(_ traits: AccessibilityData.Traits) {
      self.init()
      if traits.contains(.button) { insert(.isButton) }
      if traits.contains(.toggleButton) { insert(.isToggle) }
      if traits.contains(.image) { insert(.isImage) }
    }
  }
#endif
