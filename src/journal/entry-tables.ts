/** Cuts the payload behind its part about the row, common to most changes. JSON has this text nowhere else. */
const dividedAt = (payload: string): string => `instr(${payload}, ',"change":"')`;
const headOf = (payload: string): string =>
  `CASE ${dividedAt(payload)} WHEN 0 THEN ${payload} ELSE substr(${payload}, 1, ${dividedAt(payload)} - 1) END`;
const tailOf = (payload: string): string =>
  `CASE ${dividedAt(payload)} WHEN 0 THEN '' ELSE substr(${payload}, ${dividedAt(payload)}) END`;
const DIVIDED_AT = dividedAt('NEW.payload');
const HEAD = headOf('NEW.payload');
const TAIL = tailOf('NEW.payload');
const idOf = (text: string): string => `(SELECT entry_texts.id FROM entry_texts WHERE text = ${text})`;
// Without OR IGNORE: the OR REPLACE of the outer statement would override it.
const keep = (text: string): string =>
  `INSERT INTO entry_texts (text) SELECT ${text} WHERE ${text} IS NOT NULL AND NOT EXISTS ${idOf(text)};`;
const SUBJECT = `SELECT id FROM entry_subjects
  WHERE fid IS NEW.fid AND bid IS NEW.bid AND head = ${HEAD} AND project = ${idOf('NEW.scope')}`;

/** A view with triggers: project, writer and row recur in thousands of entries, so each is kept once. */
export const ENTRY_TABLES = `
  CREATE TABLE IF NOT EXISTS entry_texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE IF NOT EXISTS entry_subjects (
    id INTEGER PRIMARY KEY, project INTEGER NOT NULL, fid TEXT, bid TEXT, head TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS entry_subjects_of_row ON entry_subjects (fid);
  CREATE INDEX IF NOT EXISTS entry_subjects_of_bid ON entry_subjects (bid) WHERE bid IS NOT NULL;
  CREATE TABLE IF NOT EXISTS packed_entries (
    id INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT, at INTEGER NOT NULL, since_ms INTEGER, writer INTEGER NOT NULL,
    subject INTEGER NOT NULL, tail INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS packed_entries_by_key ON packed_entries (key) WHERE key IS NOT NULL;
  CREATE INDEX IF NOT EXISTS packed_entries_of_subject ON packed_entries (subject);
  CREATE VIEW IF NOT EXISTS entries AS SELECT
    packed_entries.id AS id, key, (SELECT text FROM entry_texts WHERE entry_texts.id = project) AS scope, at, at - since_ms AS since, fid, bid,
    (SELECT text FROM entry_texts WHERE entry_texts.id = writer) AS by,
    head || (SELECT text FROM entry_texts WHERE entry_texts.id = tail) AS payload
    FROM packed_entries LEFT JOIN entry_subjects ON entry_subjects.id = subject;
  CREATE TRIGGER IF NOT EXISTS entry_added INSTEAD OF INSERT ON entries BEGIN
    ${[TAIL, 'NEW.scope', 'NEW.by'].map(keep).join('\n    ')}
    INSERT INTO entry_subjects (project, fid, bid, head) SELECT ${idOf('NEW.scope')}, NEW.fid, NEW.bid, ${HEAD}
      WHERE ${DIVIDED_AT} = 0 OR NOT EXISTS (${SUBJECT});
    INSERT INTO packed_entries (id, key, at, since_ms, writer, subject, tail) SELECT
      NEW.id, NEW.key, NEW.at, NEW.at - NEW.since, ${idOf('NEW.by')},
      CASE ${DIVIDED_AT} WHEN 0 THEN (SELECT max(id) FROM entry_subjects) ELSE (${SUBJECT}) END, ${idOf(TAIL)};
  END;
  CREATE TRIGGER IF NOT EXISTS entry_deleted INSTEAD OF DELETE ON entries BEGIN
    DELETE FROM packed_entries WHERE id = OLD.id;
  END;
  CREATE TRIGGER IF NOT EXISTS entry_changed INSTEAD OF UPDATE ON entries BEGIN
    DELETE FROM packed_entries WHERE id = OLD.id;
    INSERT INTO entries (id, key, scope, at, since, fid, bid, by, payload)
      VALUES (NEW.id, NEW.key, NEW.scope, NEW.at, NEW.since, NEW.fid, NEW.bid, NEW.by, NEW.payload);
  END;
`;

/** Keeps the last identifier: others know how far they have read. */
export const MOVE_ENTRIES = `
  INSERT INTO sqlite_sequence (name, seq) SELECT 'packed_entries', seq FROM sqlite_sequence WHERE name = 'earlier_entries';
  INSERT INTO entry_texts (text)
    SELECT scope FROM earlier_entries UNION SELECT by FROM earlier_entries UNION SELECT ${tailOf('payload')} FROM earlier_entries;
  INSERT INTO entry_subjects (project, fid, bid, head)
    SELECT DISTINCT ${idOf('scope')}, fid, bid, ${headOf('payload')} FROM earlier_entries;
  CREATE INDEX entry_subjects_moved ON entry_subjects (head);
  INSERT INTO packed_entries (id, key, at, since_ms, writer, subject, tail)
    SELECT id, key, at, at - since, ${idOf('by')}, (
      SELECT entry_subjects.id FROM entry_subjects INDEXED BY entry_subjects_moved
      WHERE head = ${headOf('payload')} AND project = ${idOf('scope')}
      AND entry_subjects.fid IS earlier_entries.fid AND entry_subjects.bid IS earlier_entries.bid
    ), ${idOf(tailOf('payload'))} FROM earlier_entries ORDER BY id;
  DROP INDEX entry_subjects_moved;
  DROP TABLE earlier_entries;
`;

export const DROP_UNUSED = `
  DELETE FROM entry_subjects WHERE NOT EXISTS (SELECT 1 FROM packed_entries WHERE subject = entry_subjects.id);
  DELETE FROM entry_texts WHERE id NOT IN (
    SELECT tail FROM packed_entries UNION SELECT writer FROM packed_entries UNION SELECT project FROM entry_subjects
  );
`;
