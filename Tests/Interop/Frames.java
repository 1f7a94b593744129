import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.HexFormat;

/**
 * The same as frames.py, by Java's DataOutputStream and DataInputStream. Its writeUTF writes what we
 * read, but for U+0000 and characters beyond U+FFFF, of which there are none here.
 */
final class Frames {
  record Row(int user, int temperature, long version, boolean flag, String name, byte[] raw) {}

  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("write")) {
      write();
    } else {
      read(HexFormat.of().parseHex(new String(System.in.readAllBytes()).strip()));
    }
  }

  static void write() throws Exception {
    byte[] all = new byte[256];
    for (int i = 0; i < 256; i++) all[i] = (byte) i;
    Row[] rows = {
      new Row(7, -3, 1, true, "Ann", new byte[0]),
      new Row(0, 32767, Long.MIN_VALUE, false, "", new byte[] {0, -1}),
      new Row(-1, -32768, -1, true, "Zo\u00eb \u65e5\u672c\u8a9e", all),
    };
    var bytes = new ByteArrayOutputStream();
    var out = new DataOutputStream(bytes);
    for (Row row : rows) {
      var bodyBytes = new ByteArrayOutputStream();
      var body = new DataOutputStream(bodyBytes);
      body.writeInt(row.user);
      body.writeShort(row.temperature);
      body.writeLong(row.version);
      body.writeBoolean(row.flag);
      body.writeUTF(row.name);
      body.writeInt(row.raw.length);
      body.write(row.raw);
      out.writeShort(600);
      out.writeInt(bodyBytes.size());
      bodyBytes.writeTo(out);
    }
    System.out.println(HexFormat.of().formatHex(bytes.toByteArray()));
  }

  static void read(byte[] data) throws Exception {
    var in = new DataInputStream(new ByteArrayInputStream(data));
    while (in.available() > 0) {
      int kind = in.readUnsignedShort();
      int length = in.readInt();
      var body = new DataInputStream(new ByteArrayInputStream(in.readNBytes(length)));
      long user = Integer.toUnsignedLong(body.readInt());
      short temperature = body.readShort();
      String version = Long.toUnsignedString(body.readLong());
      boolean flag = body.readBoolean();
      String name = HexFormat.of().formatHex(body.readUTF().getBytes("UTF-8"));
      String raw = HexFormat.of().formatHex(body.readNBytes(body.readInt()));
      System.out.println(
          kind + "|" + user + "|" + temperature + "|" + version + "|" + flag + "|" + name + "|" + raw);
    }
  }
}
