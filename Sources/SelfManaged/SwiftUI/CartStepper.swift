#if SwiftUI && canImport(SwiftUI)
  import Components
  public import SwiftUI

  /// The quantity of a product in the cart of the session in the environment: plus, minus, a text, and
  /// the status of the request.
  public struct CartStepper: View {
    private let productID: String
    private let name: String
    @Environment(\.session) private var session
    @State private var editor: NumberEditor
    @FocusState private var isFocused: Bool

    /// Creates a stepper for a product, or for one line of the cart.
    ///
    /// - Parameters:
    ///   - productID: The ID of the product or of the line.
    ///   - name: The name of the product, which VoiceOver speaks.
    public init(productID: String, name: String) {
      (self.productID, self.name) = (productID, name)
      _editor = State(initialValue: NumberEditor(label: name))  // The first one stays.
    }

    private var isEditing: Bool { editor.state.text != nil }

    /// The view.
    public var body: some View {
      HStack {
        if !editor.state.isCollapsed {
          Button("−") { editor.reduce() }
            .disabled(!editor.state.canReduce)
            .accessibility(of: editor.minusAccessibility)
          TextField(
            name, text: Binding(get: { editor.state.shownText }, set: { editor.edit($0) })
          )
          .focused($isFocused)
          .accessibilityLabel(editor.accessibility.label)
          .onAppear { isFocused = isEditing }  // A form may have begun editing.
        }
        Button("+") { editor.add() }
          .disabled(!editor.state.canAdd)
          .accessibility(of: editor.plusAccessibility)
        EditorStatus(editor: editor)
      }
      .buttonStyle(.borderless)  // Otherwise a row tap presses it.
      .animation(editor.state.isAnimated ? .default : nil, value: editor.state.quantity)
      .onChange(of: isFocused) { isFocused ? editor.beginEditing() : editor.endEditing() }
      .onChange(of: isEditing) { isFocused = isEditing }  // A form focuses the editor.
      .onChange(of: [productID, name], initial: true) { bind() }
      .onChange(of: session.map(ObjectIdentifier.init)) { bind() }  // Another user signed in.
    }

    private func bind() {
      editor.label = name
      guard let session else { return }
      editor.prepareForCart(productID: productID, in: session)
    }
  }
#endif
