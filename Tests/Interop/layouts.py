"""Frames in layouts of other protocols, as Python's struct and zlib make and read them.

  layouts.py write          prints a line for each layout: its name, and its frames in hexadecimal
  layouts.py read < lines   prints the bodies in the frames of each line, in hexadecimal
"""

import struct
import sys
import zlib

BODIES = [b"", "Zoë".encode(), bytes(i % 7 for i in range(300))]
KIND = 600


def itself(body):
    return struct.pack("!HI", KIND, len(body) + 4) + body


def whole(body):
    return struct.pack("<HH", KIND, len(body) + 4) + body


def three(body):
    return struct.pack("!H", KIND) + len(body).to_bytes(3, "big") + body


def three_little(body):
    return struct.pack("<H", KIND) + (len(body) + 3).to_bytes(3, "little") + body


def reserved(body):
    return struct.pack("!HI3x", KIND, len(body)) + body


def trailer(body):
    return struct.pack("!HI", KIND, len(body) + 2) + body + bytes(2)


def checksum(body):
    frame = struct.pack("!HI", KIND, len(body)) + body
    return frame + struct.pack("!I", zlib.crc32(frame))


def everything(body):
    frame = struct.pack("<HI", KIND, 2 + 4 + 3 + len(body) + 4) + bytes(3) + body
    return frame + struct.pack("<I", zlib.crc32(frame))


def lines(body):
    return struct.pack("!H", KIND) + body + b"\r\n"


# how a frame is made, the bytes before the body, the bytes after it, and how its length is read
LAYOUTS = {
    "itself": (itself, 6, 0, lambda f: struct.unpack_from("!I", f, 2)[0] - 4),
    "whole": (whole, 4, 0, lambda f: struct.unpack_from("<H", f, 2)[0] - 4),
    "three": (three, 5, 0, lambda f: int.from_bytes(f[2:5], "big")),
    "three-little": (three_little, 5, 0, lambda f: int.from_bytes(f[2:5], "little") - 3),
    "reserved": (reserved, 9, 0, lambda f: struct.unpack_from("!I", f, 2)[0]),
    "trailer": (trailer, 6, 2, lambda f: struct.unpack_from("!I", f, 2)[0] - 2),
    "checksum": (checksum, 6, 4, lambda f: struct.unpack_from("!I", f, 2)[0]),
    "everything": (everything, 9, 4, lambda f: struct.unpack_from("<I", f, 2)[0] - 13),
    "lines": (lines, 2, 2, lambda f: f.index(b"\r\n", 2) - 2),
}


def write():
    for name, (make, _, _, _) in LAYOUTS.items():
        print(name, b"".join(make(body) for body in BODIES).hex())


def read(text):
    for line in text.splitlines():
        name, data = line.split(" ")
        make, before, after, length = LAYOUTS[name]
        rest, bodies = bytes.fromhex(data), []
        while rest:
            count = before + length(rest) + after
            body = rest[before : count - after]
            assert rest[:count] == make(body)
            bodies.append(body.hex())
            rest = rest[count:]
        print(name, "|".join(bodies))


if sys.argv[1] == "write":
    write()
else:
    read(sys.stdin.read())
