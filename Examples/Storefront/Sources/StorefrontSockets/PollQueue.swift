package import FlyingSocks
import Foundation
import Synchronization

/// Waits for sockets with `poll(2)`, in place of FlyingFox's own queues.
///
/// Those of version 0.27.1 (`ePoll`, `kQueue`) keep a list of the descriptors that the kernel watches
/// for them. The pool resumes a waiting task first and updates the list afterwards. A task that
/// closes its socket in between makes the update fail, and the list then names a descriptor that the
/// kernel no longer watches. The next socket with that number is taken for a watched one: nothing
/// ever wakes the task that waits for it.
///
/// `poll(2)` is given every descriptor on each call and reports its present state, so there is no
/// second list to disagree with. An error on a descriptor is reported as readiness: the read or
/// write that follows finds out what it is.
package final class PollQueue: EventQueue, Sendable {
  private let state = Mutex(State())

  private struct State {
    var wanted: [Int32: Socket.Events] = [:]
    /// A pipe that interrupts the call when the descriptors have changed.
    var pipe: (read: Int32, write: Int32)?
    var isStopped = false

    /// A full pipe is as good as another byte, so the result does not matter.
    func interrupt() {
      if let pipe { _ = write(pipe.write, [0], 1) }
    }
  }

  package init() {}

  deinit { close() }

  package func open() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SocketError.makeFailed("pipe") }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    state.withLock { $0 = State(pipe: (ends[0], ends[1])) }
  }

  package func stop() {
    state.withLock { state in
      state.isStopped = true
      state.interrupt()
    }
  }

  package func close() {
    state.withLock { state in
      if let pipe = state.pipe {
        _ = Foundation.close(pipe.read)
        _ = Foundation.close(pipe.write)
      }
      state = State(isStopped: true)
    }
  }

  package func addEvents(_ events: Socket.Events, for socket: Socket.FileDescriptor) {
    state.withLock { state in
      state.wanted[socket.rawValue, default: []].formUnion(events)
      state.interrupt()
    }
  }

  package func removeEvents(_ events: Socket.Events, for socket: Socket.FileDescriptor) {
    state.withLock { state in
      let rest = state.wanted[socket.rawValue, default: []].subtracting(events)
      state.wanted[socket.rawValue] = rest.isEmpty ? nil : rest
      // The call holds on to its descriptors: one that is closed meanwhile would stay open, and its
      // peer would not notice.
      state.interrupt()
    }
  }

  package func getNotifications() throws -> [EventNotification] {
    var descriptors = try state.withLock { state in
      guard !state.isStopped, let pipe = state.pipe else { throw SocketError.disconnected }
      return [pollfd(fd: pipe.read, events: Int16(POLLIN), revents: 0)]
        + state.wanted.map { pollfd(fd: $0.key, events: $0.value.flags, revents: 0) }
    }
    guard poll(&descriptors, nfds_t(descriptors.count), -1) >= 0 else {
      guard errno == EINTR else { throw SocketError.makeFailed("poll") }
      return []
    }
    let interruption = descriptors.removeFirst()
    var bytes = [UInt8](repeating: 0, count: 64)
    if interruption.revents != 0 {
      while read(interruption.fd, &bytes, bytes.count) == bytes.count {}
    }
    return descriptors.compactMap { descriptor in
      guard descriptor.revents != 0 else { return nil }
      return EventNotification(
        file: .init(rawValue: descriptor.fd), events: Socket.Events(descriptor.revents), errors: [])
    }
  }
}

extension Socket.Events {
  fileprivate var flags: Int16 {
    Int16(contains(.read) ? POLLIN : 0) | Int16(contains(.write) ? POLLOUT : 0)
  }

  /// What `poll(2)` reports; an error or a hang-up concerns readers and writers alike.
  fileprivate init(_ reported: Int16) {
    let known = reported & Int16(POLLIN | POLLOUT)
    self = known == reported ? [] : [.read, .write]
    if known & Int16(POLLIN) != 0 { insert(.read) }
    if known & Int16(POLLOUT) != 0 { insert(.write) }
  }
}
