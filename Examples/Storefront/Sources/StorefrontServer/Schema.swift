import GRDB

/// The tables, with their initial content.
enum Schema {
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("tables") { database in
      try database.execute(
        sql: """
          CREATE TABLE image (
            id TEXT PRIMARY KEY NOT NULL,
            contentType TEXT NOT NULL,
            bytes BLOB NOT NULL);
          CREATE TABLE user (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            badge TEXT,
            vipLabel TEXT,
            imageID TEXT REFERENCES image);
          CREATE TABLE post (
            id TEXT PRIMARY KEY NOT NULL,
            authorID TEXT NOT NULL REFERENCES user,
            text TEXT NOT NULL,
            baseLikes INTEGER NOT NULL,
            version INTEGER NOT NULL DEFAULT 0);
          CREATE TABLE postLike (
            postID TEXT NOT NULL REFERENCES post,
            userID TEXT NOT NULL REFERENCES user,
            PRIMARY KEY (postID, userID));
          CREATE TABLE product (
            id TEXT PRIMARY KEY NOT NULL,
            name TEXT NOT NULL,
            price INTEGER NOT NULL CHECK (price >= 0),
            stock INTEGER NOT NULL CHECK (stock >= 0),
            minimum INTEGER NOT NULL CHECK (minimum >= 1));
          CREATE TABLE cartLine (
            userID TEXT NOT NULL REFERENCES user,
            productID TEXT NOT NULL REFERENCES product,
            quantity INTEGER NOT NULL CHECK (quantity >= 0),
            version INTEGER NOT NULL,
            PRIMARY KEY (userID, productID));
          -- A real shop forgets the keys after a while; this one keeps them.
          CREATE TABLE storedReply (
            userID TEXT NOT NULL REFERENCES user,
            key TEXT NOT NULL,
            change TEXT NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (userID, key));
          CREATE TABLE journal (
            sequence INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            userID TEXT NOT NULL REFERENCES user,
            itemID TEXT NOT NULL,
            isLiked INTEGER NOT NULL,
            count INTEGER NOT NULL,
            version INTEGER NOT NULL);
          CREATE INDEX journalByItem ON journal (itemID, userID, sequence);
          CREATE TABLE profile (
            userID TEXT PRIMARY KEY NOT NULL REFERENCES user,
            name TEXT NOT NULL UNIQUE COLLATE NOCASE,
            qq TEXT NOT NULL,
            phone TEXT NOT NULL,
            city TEXT NOT NULL,
            quantity INTEGER NOT NULL);
          CREATE TABLE placedOrder (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            userID TEXT NOT NULL REFERENCES user,
            total INTEGER NOT NULL);
          """)
      try Seed.fill(database)
    }
    return migrator
  }
}
