#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Rule<String> {
  /// A rule that passes if the text is an e-mail address.
  ///
  /// The syntax is that of the HTML standard ("valid e-mail address"), which excludes the comments
  /// and quoted names of RFC 5322. Only ASCII passes, and a host without a dot passes. The rule
  /// does not check whether the address exists.
  public static var email: Self {
    Self(.email) { text in
      guard let at = text.utf8.firstIndex(of: UInt8(ascii: "@")) else { return false }
      let name = text.utf8[..<at]
      return !name.isEmpty && name.allSatisfy(isMailboxByte)
        && isHost(text.utf8[text.utf8.index(after: at)...])
    }
  }

  /// A rule that passes if the text is a web address: `http` or `https`, with a host, in the syntax
  /// of RFC 3986.
  ///
  /// The address must not contain spaces, and characters outside ASCII must be escaped: `%E8%8C%B6`
  /// in a path, `xn--…` in a host. All clients must read the host in the same way:
  /// - `a.b.` passes: a fully qualified name may end with a dot.
  /// - `a_b.c` fails: a host name has letters, digits and inner hyphens (RFC 1123).
  /// - `999.1.1.1`, `1.2.3` and `x.1` fail: a host that ends in a number must be an IPv4 address,
  ///   with four numbers up to 255.
  /// - `0x7f.1`, `010.0.0.1` and `2130706433` fail: browsers read them as other IPv4 addresses.
  public static var url: Self {
    Self(.url) { text in
      guard text.utf8.allSatisfy({ $0 < 0x80 }),
        let url = URL(string: text, encodingInvalidCharacters: false),
        let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https"
      else { return false }
      let place = text.dropFirst(scheme.count)
      return place.hasPrefix("://")
        && isAuthority(place.dropFirst(3).prefix { !"/?#".contains($0) })
    }
  }

  /// A rule that passes if the text is a mainland China mobile number: eleven digits that begin
  /// with 13 to 19, without a country code.
  ///
  /// Networks change their number ranges, so the other digits are not checked.
  public static var chinaMobile: Self {
    Self(.chinaMobile) { text in
      text.utf8.count == 11 && text.utf8.allSatisfy(isDigit)
        && text.utf8.first == UInt8(ascii: "1")
        && text.utf8.dropFirst().first.map { $0 >= UInt8(ascii: "3") } == true
    }
  }

  /// A rule that passes if the text is a Chinese resident ID number, by GB 11643-1999.
  ///
  /// The number consists of six digits for a region, a date of birth, three digits, and a check
  /// character by ISO 7064 MOD 11-2: a digit, `X` or `x`. The region must not begin with 0 and is
  /// not checked otherwise. The date must exist and must not be in the future. The older numbers of
  /// fifteen digits fail.
  public static var chinaResidentID: Self { chinaResidentID(now: { Date() }) }

  /// Returns the rule ``chinaResidentID`` with an injected clock.
  ///
  /// - Parameter now: Returns the current time, with which the date of birth, in China Standard
  ///   Time, is compared; called at most once for each check, on any thread.
  /// - Returns: The rule, which fails with ``RuleCode/chinaResidentID``.
  package static func chinaResidentID(now: @escaping @Sendable () -> Date) -> Self {
    Self(.chinaResidentID) { text in
      guard text.utf8.count == 18, let last = text.utf8.last, text.utf8.first != UInt8(ascii: "0")
      else { return false }
      var (sum, date) = (0, 0)
      for (place, byte) in text.utf8.dropLast().enumerated() {
        guard isDigit(byte) else { return false }
        let digit = Int(byte - 0x30)
        sum = (sum + digit) * 2 % 11
        if 6..<14 ~= place { date = date * 10 + digit }
      }
      let check = (12 - sum) % 11
      guard let birth = dayInChina(date / 10000, date / 100 % 100, date % 100), birth <= now()
      else { return false }
      return check == 10 ? last | 0x20 == UInt8(ascii: "x") : last == UInt8(check) + 0x30
    }
  }
}

/// Whether a byte may occur before the @ of an e-mail address.
private func isMailboxByte(_ byte: UInt8) -> Bool {
  isLetterOrDigit(byte) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
}

/// Whether bytes are a host name: labels of letters, digits and inner hyphens, by RFC 1123.
private func isHost(_ bytes: Substring.UTF8View) -> Bool {
  let dot = UInt8(ascii: "."), hyphen = UInt8(ascii: "-")
  var (length, former) = (0, dot)
  for byte in bytes {
    if byte == dot {
      guard length > 0, former != hyphen else { return false }
      length = 0
    } else {
      guard isLetterOrDigit(byte) || byte == hyphen && length > 0, length < 63 else { return false }
      length += 1
    }
    former = byte
  }
  return length > 0 && former != hyphen
}

/// Whether bytes are a host name or an IPv4 address, with or without the dot of the root.
private func isWebHost(_ bytes: Substring.UTF8View) -> Bool {
  let dot = UInt8(ascii: ".")
  let host = bytes.last == dot ? bytes.dropLast() : bytes
  guard host.count <= 253, isHost(host) else { return false }
  let label = host.suffix(
    from: host.lastIndex(of: dot).map { host.index(after: $0) } ?? host.startIndex)
  return !isNumber(label) || isIPv4(host)
}

/// Whether browsers read a host's last label as a number: `1`, `007`, `0x7f`, `0x`.
private func isNumber(_ label: Substring.UTF8View) -> Bool {
  let prefix = label.prefix(2)
  let isHex =
    prefix.first == UInt8(ascii: "0") && prefix.last.map { $0 | 0x20 } == UInt8(ascii: "x")
  return isHex ? label.dropFirst(2).allSatisfy(isHexDigit) : label.allSatisfy(isDigit)
}

/// Whether a text is a host, with or without a user before it and a port after it, by RFC 3986.
private func isAuthority(_ text: Substring) -> Bool {
  let place = text.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text
  let end: Substring.Index
  if place.first == "[" {
    guard let bracket = place.firstIndex(of: "]"), isIPv6(place[..<bracket].dropFirst().utf8)
    else { return false }
    end = place.index(after: bracket)
  } else {
    end = place.firstIndex(of: ":") ?? place.endIndex
    guard isWebHost(place[..<end].utf8) else { return false }
  }
  let port = place[end...].dropFirst()
  return place[end...].isEmpty
    || place[end] == ":" && port.utf8.allSatisfy(isDigit) && (port.isEmpty || UInt16(port) != nil)
}

/// Whether bytes are an IPv6 address, by RFC 4291.
///
/// It has eight groups. One run of zeros may be omitted, and an IPv4 address may replace the last
/// two groups.
private func isIPv6(_ bytes: Substring.UTF8View) -> Bool {
  let groups = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
  let blanks = groups.map(\.isEmpty)
  guard groups.count > 2, !blanks[0] || blanks[1], blanks.suffix(2) != [false, true] else {
    return false
  }
  var count = 0
  for (place, group) in groups.enumerated() where !group.isEmpty {
    if group.count <= 4, group.allSatisfy(isHexDigit) {
      count += 1
    } else if place == groups.count - 1, isIPv4(group) {
      count += 2
    } else {
      return false
    }
  }
  let gaps = blanks.dropFirst().dropLast().count { $0 }
  return gaps == 0 ? count == 8 : gaps == 1 && count < 8
}

/// Whether bytes are an IPv4 address: four numbers up to 255 without leading zeros, since some
/// clients read such numbers as octal.
private func isIPv4(_ bytes: Substring.UTF8View) -> Bool {
  let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
  return parts.count == 4
    && parts.allSatisfy { part in
      part.allSatisfy(isDigit) && UInt8(Substring(part)) != nil
        && (part.count == 1 || part.first != UInt8(ascii: "0"))
    }
}

private func isHexDigit(_ byte: UInt8) -> Bool {
  isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
}

private func isLetterOrDigit(_ byte: UInt8) -> Bool {
  isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
}

/// The start of a day of the Gregorian calendar in China Standard Time, which is UTC+8; `nil` if there is
/// no such day.
private func dayInChina(_ year: Int, _ month: Int, _ day: Int) -> Date? {
  guard year > 0, let zone = TimeZone(secondsFromGMT: 8 * 3_600) else { return nil }
  var calendar = Calendar(identifier: .gregorian)
  calendar.timeZone = zone
  let parts = DateComponents(calendar: calendar, year: year, month: month, day: day)
  return parts.isValidDate ? parts.date : nil
}
