import Components

/// What one writes without the library.
///
/// The weak links, the snapshot of the path, and the look into each table are the same. It finds no
/// cycles, and nothing is decorated, observed, traced or reported.
@MainActor
enum HandWritten {
  /// As one writes it down.
  static func send(_ event: ResponderEvent, from sender: any Responder) {
    var path: [any Responder] = []
    var next: (any Responder)? = sender
    while let node = next {
      path.append(node)
      next = node.nextResponder
    }
    for node in path {
      guard let handler = node.eventHandling?.handler(for: event.name) else { continue }
      if (try? handler(event)) == .stop { return }
    }
  }

  /// With care for ownership and memory: every node is moved into the path, none is retained twice,
  /// and the path's memory is kept for the next event.
  static func sendTuned(_ event: ResponderEvent, from sender: any Responder) {
    var path: [any Responder] = []
    swap(&path, &spare)
    defer {
      path.removeAll(keepingCapacity: true)
      swap(&path, &spare)
    }
    var next: (any Responder)? = sender
    while let node = next.take() {
      next = node.nextResponder
      path.append(node)
    }
    for index in path.indices {
      guard let handler = path[index].eventHandling?.handler(for: event.name) else { continue }
      if (try? handler(event)) == .stop { return }
    }
  }

  private static var spare: [any Responder] = []
}
