import Foundation
import SelfManaged

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The outcome of a request without a complete reply.
enum TransportFailure {
  /// Returns `.offline` if the request was certainly not sent, and otherwise `.unknownOutcome`.
  static func meaning(of error: any Error, host: String) -> ServiceError {
    switch (error as? URLError)?.code {
    case .cannotConnectToHost: isRefusalCertain(host: host) ? .offline : .unknownOutcome
    // The host name is unknown or there is no network, so no request was sent.
    case .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .dataNotAllowed,
      .internationalRoamingOff, .callIsActive:
      .offline
    // Lost, timed out, canceled, truncated or invalid. A timeout of the connection can't be
    // distinguished from a timeout of the reply.
    default: .unknownOutcome
    }
  }

  /// Whether the error `cannotConnectToHost` means that no request was sent.
  ///
  /// On Linux the error follows from the last failed connection attempt. A host name with two
  /// addresses, such as "localhost", may be refused at the first and accepted at the second. If
  /// that connection is then lost with the request, the error is still `cannotConnectToHost`. With
  /// an IP address there is only one attempt.
  static func isRefusalCertain(host: String) -> Bool {
    #if canImport(FoundationNetworking)
      host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    #else
      true
    #endif
  }
}
