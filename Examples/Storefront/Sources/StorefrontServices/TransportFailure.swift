import Foundation
import SelfManaged

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is known of a request when no whole answer arrived.
enum TransportFailure {
  /// Returns `.offline` only if nothing can have been sent, and otherwise `.unknownOutcome`.
  static func meaning(of error: any Error, host: String) -> ServiceError {
    switch (error as? URLError)?.code {
    case .cannotConnectToHost: isRefusalCertain(host: host) ? .offline : .unknownOutcome
    // No name, no network: there was no server to send anything to.
    case .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .dataNotAllowed,
      .internationalRoamingOff, .callIsActive:
      .offline
    // Lost, timed out, canceled, cut short, garbage. A connection that took too long to be made is
    // among the timeouts, and can't be distinguished from an answer that did.
    default: .unknownOutcome
    }
  }

  /// Whether "can't connect" means that.
  ///
  /// On Linux the code is chosen by the last connect error the system reported. A name with two
  /// addresses ("localhost" is one) may be refused at the first and connect at the second; if that
  /// connection is then lost with the request, the code still says "can't connect". With an address
  /// instead of a name there is one attempt, and its refusal is one.
  static func isRefusalCertain(host: String) -> Bool {
    #if canImport(FoundationNetworking)
      host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    #else
      true
    #endif
  }
}
