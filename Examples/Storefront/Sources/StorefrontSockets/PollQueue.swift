package import FlyingSocks
import Foundation
import Synchronization

/// Waits for sockets with `poll(2)`, in place of FlyingFox's own queues.
///
/// The queues of version 0.27.1 (`ePoll`, `kQueue`) keep a list of the descriptors that the kernel
/// watches. The pool resumes a waiting task first, and updates the list afterward. If the task
/// closes its socket in between, the update fails, and the list contains a descriptor that the
/// kernel no longer watches. The next socket with that descriptor is not watched, so the task that
/// waits for it is never resumed.
///
/// `poll(2)` receives every descriptor with each call and reports its current state, so no second
/// list can become stale. An error on a descriptor is reported as readiness; the following read or
/// write throws it.
package final class PollQueue: EventQueue, Sendable {
  private let state = Mutex(State())

  private struct State {
    var wanted: [Int32: Socket.Events] = [:]
    /// A pipe that interrupts the call when the descriptors have changed.
    var pipe: (read: Int32, write: Int32)?
    var isStopped = false

    /// If the pipe is full, the call is interrupted anyway, so the result is ignored.
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
      // During the call, a descriptor that is closed stays open in the kernel, and its peer would
      // not be notified.
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

  /// The events of `poll(2)`; an error or a hang-up is reported to readers and writers.
  fileprivate init(_ reported: Int16) {
    let known = reported & Int16(POLLIN | POLLOUT)
    self = known == reported ? [] : [.read, .write]
    if known & Int16(POLLIN) != 0 { insert(.read) }
    if known & Int16(POLLOUT) != 0 { insert(.write) }
  }
}
