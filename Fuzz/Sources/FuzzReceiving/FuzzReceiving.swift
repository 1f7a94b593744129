import SelfManaged

/// libFuzzer, with the function to call for each input; it never returns before its time is over.
@main
enum FuzzReceiving {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = CommandLine.unsafeArgv
    _ = runDriver(&count, &arguments) { start, count in
      fuzz(Array(UnsafeBufferPointer(start: start, count: count)))
      return 0
    }
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Treats an input as a stream.
///
/// The first two bytes say how to treat the others: the format, and how to cut.
private func fuzz(_ input: [UInt8]) {
  guard input.count > 2 else { return }
  let widths: [IntegerWidth] = [.byte, .short, .unsigned, .unsigned64]
  let type = widths[Int(input[0] & 3)], length = widths[Int(input[0] >> 2 & 3)]
  let order: ByteOrder = input[0] & 16 == 0 ? .big : .little
  let format =
    switch input[0] >> 5 {
    case 0: FrameFormat(type: type, length: length, order: order)
    case 1: FrameFormat(type: type, length: length, order: order, counting: .lengthAndRest)
    case 2: FrameFormat(type: type, length: length, order: order, counting: .frame, reserved: 3)
    case 3: FrameFormat(type: type, length: .unsigned24, order: order)
    case 4: FrameFormat(type: type, length: length, order: order, trailer: .crc32)
    case 5:
      FrameFormat(
        type: type, length: length, order: order, counting: .rest, trailer: .ignored(2))
    case 6: FrameFormat.delimited(by: [10], type: type, order: order)
    default: FrameFormat.delimited(by: [13, 13, 10], type: type, order: order)
    }
  let stream = Array(input[2...])
  let whole = decode(stream, format) { stream.count }
  if stream.count < 200 {
    check(decode(stream, format) { 1 } == whole, "byte by byte it is another stream")
  }
  var seed = UInt32(input[1])
  let pieces = decode(stream, format) {
    seed = seed &* 1_664_525 &+ 1_013_904_223
    return Int(seed >> 28) + 1
  }
  check(pieces == whole, "cut in pieces it is another stream")
  read(stream, format.order)
}

/// What came out of a stream, in a form that can be compared.
private enum Outcome: Hashable {
  case response(Frame)
  case unknown(Frame)
  case malformed(Frame, ReadError?)
  case failed(FrameError)
}

/// What comes out of a stream, and what must hold of it.
private func decode(_ stream: [UInt8], _ format: FrameFormat, size: () -> Int) -> [Outcome] {
  let maximumBody = 4_096
  let heldLimit = format.type.rawValue + format.length.rawValue + 7 + maximumBody
  var decoder = ResponseDecoder(factory, format: format, maximumBody: maximumBody)
  var outcomes: [Outcome] = []
  var rest = stream[...]
  while !rest.isEmpty {
    let count = size()
    for received in decoder.feed(rest.prefix(count)) {
      switch received {
      case .response(let response): outcomes.append(.response(roundTrip(response, format)))
      case .unknown(let frame): outcomes.append(.unknown(frame))
      case .malformed(let report):
        outcomes.append(.malformed(report.frame, report.error as? ReadError))
      case .failed(let error): outcomes.append(.failed(error))
      }
    }
    rest = rest.dropFirst(count)
    check(decoder.heldByteCount <= heldLimit, "it holds too much")
  }
  if let failure = decoder.finish() { outcomes.append(.failed(failure)) }
  return outcomes
}

/// What was decoded, encoded again, decodes to what is encoded the same.
private func roundTrip(_ response: any Response, _ format: FrameFormat) -> Frame {
  do {
    guard let response = response as? any WritableResponse else { fatalError("can't be written") }
    let frame = try response.frame(order: format.order)
    guard case .response(let other) = factory.response(from: frame, order: format.order),
      let other = other as? any WritableResponse
    else { fatalError("what was encoded can't be decoded") }
    try check(try other.frame(order: format.order) == frame, "it decodes to something else")
    return frame
  } catch {
    fatalError("what was decoded can't be encoded: \(error)")
  }
}

/// Lets the bytes choose what is read of them.
private func read(_ bytes: [UInt8], _ order: ByteOrder) {
  var reader = ByteReader(bytes, order: order)
  while let choice = reader.byte() {
    let before = reader.offset
    let width = IntegerWidth.allCases[Int(choice >> 5) % 5]
    let hasRead =
      switch choice & 15 {
      case 0: reader.short() != nil
      case 1: reader.unsigned() != nil
      case 2: reader.signed64() != nil
      case 3: reader.bool() != nil
      case 4: reader.int(width) != nil
      case 5: reader.string(prefix: width) != nil
      case 6: reader.string(prefix: width, repairing: true) != nil
      case 7: reader.bytes(prefix: width) != nil
      case 8: reader.list(prefix: width, ofAtLeast: Int(choice)) { $0.short() } != nil
      case 9: reader.nested(prefix: width) { $0.string() } != nil
      case 10:
        reader.atomically { part in part.unsigned64().flatMap { _ in part.unsigned64() } } != nil
      case 11: reader.atomically { part in part.unsigned64().flatMap { part.skip($0) } } != nil
      case 12: text(&reader, Int(choice >> 4))
      default: reader.skip(1) != nil
      }
    check(hasRead || reader.offset == before, "a read that failed has moved the cursor")
    check(reader.offset + reader.remaining == bytes.count, "the cursor is out of bounds")
  }
}

/// Reads a string as the standard library would.
private func text(_ reader: inout ByteReader, _ count: Int) -> Bool {
  var copy = reader
  guard let bytes = copy.bytes(count: count) else { return reader.string(count: count) != nil }
  let text = reader.string(count: count)
  check(text == String(validating: bytes, as: UTF8.self), "it takes something else for UTF-8")
  return text != nil
}

private let factory: ResponseFactory = {
  var factory = ResponseFactory()
  do {
    try factory.register(LogIn.self)
    try factory.register(Tree.self)
    try factory.register(LogOut.self)
  } catch {
    fatalError("\(error)")
  }
  return factory
}()

private func check(_ holds: @autoclosure () throws -> Bool, _ message: String) rethrows {
  if try !holds() { fatalError(message) }
}
