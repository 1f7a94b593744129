import Foundation
import SelfManaged
import StorefrontHarness
import StorefrontServices
import Testing

@Suite(.timeLimit(.minutes(10))) struct ServerProcessTests {
  @Test func aKilledServerHasItsPortAgainAtOnce() async throws {
    let server = try await ServerProcess.start()
    for _ in 0..<3 {
      _ = try await server.api().add(1, of: "apple", .new())
      try await server.restart()
    }
    #expect(try await server.api().quantity(of: "apple").quantity == 3)
  }

  #if os(Linux)
    /// A request to a paused server is carried out when the server continues, and not before.
    @Test func aPausedServerHasStoppedWhenPauseReturns() async throws {
      let server = try await ServerProcess.start()
      let process = await server.processIdentifier
      for _ in 0..<200 {
        await server.pause()
        #expect(try states(of: process).allSatisfy { $0 == "T" })
        await server.resume()
      }
    }

    @Test func aServerThatHasEndedCountsAsStopped() async throws {
      let server = try await ServerProcess.start()
      await server.kill()
      await server.pause()
    }

    /// The state of each thread of a process; "T" means stopped.
    private func states(of process: Int32) throws -> [String] {
      let folder = "/proc/\(process)/task"
      return try FileManager.default.contentsOfDirectory(atPath: folder).map { thread in
        let words = try String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)
        return words.split(separator: ") ").last.map { String($0.prefix(1)) } ?? "?"
      }
    }
  #endif

  /// A stopped server keeps its port, however many other servers are started meanwhile.
  @Test func noTwoServersAreGivenOnePort() {
    let many = (0..<500).map { _ in PortReservation() }
    #expect(Set(many.map(\.port)).count == many.count)
    #expect(Set(many.map(\.pushPort)).count == many.count)
  }

  @Test func twoServersOnOneFileSeeTheSame() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.path("shop.sqlite")
    let one = try await ServerProcess.start(databasePath: path)
    let two = try await ServerProcess.start(databasePath: path)
    _ = try await one.api().add(2, of: "apple", .new())
    #expect(try await two.api().add(3, of: "apple", .new()).quantity(of: "apple") == 5)
  }

  @Test func aServerThatCannotStartSaysSo() async throws {
    await #expect(throws: LaunchFailure.self) {
      try await ServerProcess.start(databasePath: "/dev/null/shop.sqlite")
    }
  }
}
