// The fields of a form in SwiftUI, beside the text field in `SwiftUIViews.swift`. The checks compile
// this file against declarations of Apple's API. Nothing has run on Apple platforms.

#if canImport(SwiftUI)
  import Components
  import Foundation
  import SwiftUI

  /// The failure of a field.
  struct FailureText: View {
    let failure: String?

    var body: some View {
      if let failure { Text(failure).font(.footnote).foregroundStyle(.red) }
    }
  }

  // snippet.fields
  // SwiftUI; compiled against declarations of Apple's API, not run on Apple platforms
  struct FormToggle: View {
    let field: ValueField<Bool>

    var body: some View {
      Toggle(
        field.state.title,
        isOn: Binding(get: { field.state.value }, set: { field.change(to: $0) })
      )
      FailureText(failure: field.state.failure)
    }
  }

  /// A date that the user may not have chosen yet.
  struct FormDate: View {
    let field: ValueField<Date?>

    var body: some View {
      if let date = field.state.value {
        DatePicker(
          field.state.title,
          selection: Binding(get: { date }, set: { field.change(to: $0) }),
          displayedComponents: .date)
      } else {
        Button(field.state.title) { field.change(to: Date()) }
      }
      FailureText(failure: field.state.failure)
    }
  }

  struct FormPicker<Option: Hashable & Sendable>: View {
    let item: SelectItem<Option>

    var body: some View {
      Picker(
        item.state.title,
        selection: Binding(get: { item.state.selection }, set: { item.select($0) })
      ) {
        Text("–").tag(Option?.none)
        ForEach(item.state.options, id: \.self) { Text(item.describe($0)).tag(Option?.some($0)) }
      }
      FailureText(failure: item.state.failure)
    }
  }
  // snippet.end

  struct FormPassword: View {
    let field: TitledTextField
    @FocusState private var isFocused: Bool

    var body: some View {
      SecureField(
        field.state.title,
        text: Binding(get: { field.state.text }, set: { field.edit($0) })
      )
      .focused($isFocused)
      .onAppear { isFocused = field.state.isFocused }
      .onChange(of: field.state.isFocused) { isFocused = field.state.isFocused }
      .onChange(of: isFocused) {
        guard isFocused != field.state.isFocused else { return }
        isFocused ? field.focus() : field.endEditing()
      }
      FailureText(failure: field.state.failure)
    }
  }
#endif
