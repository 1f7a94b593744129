import Foundation
import GRDB

/// The initial content of a database.
enum Seed {
  static func fill(_ database: Database) throws {
    let colors: [(String, PNG.Color)] = [
      ("ada", PNG.Color(red: 236, green: 178, blue: 46)),
      ("ben", PNG.Color(red: 52, green: 120, blue: 190)),
      ("cleo", PNG.Color(red: 70, green: 160, blue: 90)),
    ]
    for (id, color) in colors {
      try database.execute(
        sql: "INSERT INTO image (id, contentType, bytes) VALUES (?, 'image/png', ?)",
        arguments: [id, PNG.disc(of: color, diameter: 48)])
    }
    try database.execute(
      sql: """
        INSERT INTO user (id, name, badge, vipLabel, imageID) VALUES
          ('ada', 'Ada', 'gold', 'Gold member', 'ada'),
          ('ben', 'Ben', 'standard', 'Member', 'ben'),
          ('cleo', 'Cleo', NULL, NULL, 'cleo'),
          ('dan', 'Dan', NULL, NULL, NULL);
        INSERT INTO post (id, authorID, text, baseLikes) VALUES
          ('bread', 'ben', 'First loaf of the year', 0),
          ('harbor', 'cleo', 'The harbor at six in the morning', 1499),
          ('sunrise', 'ada', 'Worth getting up for', 12);
        INSERT INTO product (id, name, price, stock, minimum) VALUES
          ('apple', 'Apple', 50, 100, 1),
          ('lamp', 'Lamp', 3900, 5, 1),
          ('mug', 'Mug', 800, 24, 2),
          ('poster', 'Poster', 1200, 0, 1);
        """)
  }
}
