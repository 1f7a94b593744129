#if SwiftUI && canImport(SwiftUI)
  public import Components
  public import SwiftUI

  /// A text field of a form, with its failure and its focus.
  public struct FormField: View {
    private let field: TitledTextField
    @FocusState private var isFocused: Bool

    /// Creates the view of a field, which the screen's model owns and adds to a form.
    public init(field: TitledTextField) { self.field = field }

    /// The view.
    public var body: some View {
      VStack(alignment: .leading) {
        TextField(
          field.state.title,
          text: Binding(get: { field.state.text }, set: { field.edit($0) }),
          prompt: Text(field.state.placeholder)
        )
        .focused($isFocused)
        .accessibility(of: field.accessibility)
        if let failure = field.state.failure {
          Text(failure).font(.footnote).foregroundStyle(.red)
        } else if field.state.isPending {
          ProgressView()
        }
      }
      .onAppear { isFocused = field.state.isFocused }
      .onChange(of: field.state.isFocused) { isFocused = field.state.isFocused }
      .onChange(of: isFocused) {
        guard isFocused != field.state.isFocused else { return }
        isFocused ? field.focus() : field.endEditing()
      }
    }
  }
#endif
