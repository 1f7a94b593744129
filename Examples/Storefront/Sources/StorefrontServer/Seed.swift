import Foundation
import GRDB

/// The initial content of a database.
enum Seed {
  static func fill(_ database: Database) throws {
    let images = [
      ("ada", PackageResources.ada_png), ("ben", PackageResources.ben_png),
      ("cleo", PackageResources.cleo_png),
    ]
    for (id, bytes) in images {
      try database.execute(
        sql: "INSERT INTO image (id, contentType, bytes) VALUES (?, 'image/png', ?)",
        arguments: [id, Data(bytes)])
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
