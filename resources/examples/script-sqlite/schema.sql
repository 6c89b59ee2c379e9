-- SPDX-License-Identifier: LGPL-3.0-or-later
-- A row's version is another number whenever the row is another one.
CREATE TABLE notes (
    name TEXT PRIMARY KEY,
    body TEXT,
    version INTEGER NOT NULL DEFAULT (random() & 9007199254740991)
);
CREATE TRIGGER notes_version AFTER UPDATE OF name, body ON notes BEGIN
    UPDATE notes SET version = random() & 9007199254740991 WHERE name = NEW.name;
END;
