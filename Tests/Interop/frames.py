"""Frames as Python's struct makes and reads them: a check that the format is no secret of ours.

  frames.py write          prints the frames, in hexadecimal
  frames.py read < hex     prints what is in the frames, one a line
"""

import struct
import sys

# user id, temperature, version, is signed in, name, raw bytes
ROWS = [
    (7, -3, 1, True, "Ann", b""),
    (0, 32767, 2**63, False, "", b"\x00\xff"),
    (2**32 - 1, -32768, 2**64 - 1, True, "Zoë 日本語", bytes(range(256))),
]


def write():
    out = b""
    for user, temperature, version, flag, name, raw in ROWS:
        text = name.encode()
        body = struct.pack("!IhQ?H", user, temperature, version, flag, len(text)) + text
        body += struct.pack("!I", len(raw)) + raw
        out += struct.pack("!HI", 600, len(body)) + body
    print(out.hex())


def read(data):
    at = 0
    while at < len(data):
        kind, length = struct.unpack_from("!HI", data, at)
        body = data[at + 6 : at + 6 + length]
        at += 6 + length
        user, temperature, version, flag, count = struct.unpack_from("!IhQ?H", body)
        name = body[17 : 17 + count].decode()
        (size,) = struct.unpack_from("!I", body, 17 + count)
        raw = body[21 + count :]
        assert len(raw) == size
        flag = "true" if flag else "false"
        print(kind, user, temperature, version, flag, name.encode().hex(), raw.hex(), sep="|")


if sys.argv[1] == "write":
    write()
else:
    read(bytes.fromhex(sys.stdin.read()))
