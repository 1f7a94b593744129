import Foundation

/// Draws a disc and encodes it as a PNG, without compressing it.
enum PNG {
  struct Color {
    let red: UInt8
    let green: UInt8
    let blue: UInt8
  }

  static func disc(of color: Color, diameter: Int) -> Data {
    var pixels = Data()
    for y in 0..<diameter {
      pixels.append(0)  // The row has no filter.
      for x in 0..<diameter {
        let (dx, dy) = (2 * x + 1 - diameter, 2 * y + 1 - diameter)
        let isInside = dx * dx + dy * dy <= diameter * diameter
        pixels += isInside ? [color.red, color.green, color.blue] : [255, 255, 255]
      }
    }
    let size = bytes(UInt32(diameter))
    return Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      + chunk("IHDR", size + size + [8, 2, 0, 0, 0])  // 8 bits for each of red, green and blue.
      + chunk("IDAT", stored(pixels))
      + chunk("IEND", Data())
  }

  /// A zlib stream of one stored block, which holds up to 65,535 bytes.
  private static func stored(_ data: Data) -> Data {
    let length = UInt16(data.count)
    var stream = Data([0x78, 0x01, 0x01])
    for value in [length, ~length] { stream += [UInt8(value & 255), UInt8(value >> 8)] }
    return stream + data + bytes(adler32(data))
  }

  private static func chunk(_ name: String, _ data: Data) -> Data {
    let content = Data(name.utf8) + data
    return bytes(UInt32(data.count)) + content + bytes(crc32(content))
  }

  private static func bytes(_ value: UInt32) -> Data {
    withUnsafeBytes(of: value.bigEndian) { Data($0) }
  }

  private static func adler32(_ data: Data) -> UInt32 {
    var (a, b): (UInt32, UInt32) = (1, 0)
    for byte in data {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return b << 16 | a
  }

  private static func crc32(_ data: Data) -> UInt32 {
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in data {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
