#if SwiftUI && canImport(SwiftUI)
  public import Components
  public import SwiftUI

  /// The last failure or notice of a number editor, or a sign that a request is pending.
  public struct EditorStatus: View {
    private let editor: NumberEditor
    @Environment(\.messages) private var messages

    /// Creates the status of an editor.
    public init(editor: NumberEditor) { self.editor = editor }

    /// The view.
    public var body: some View {
      if let words = editor.state.checkFailure ?? editor.requestFailure(in: messages) {
        Text(words)
      } else if let notice = editor.state.notice {
        Text(notice.message(in: messages))
      } else if editor.requestStatus.isPending || editor.state.isCheckPending {
        ProgressView()
      }
    }
  }
#endif
