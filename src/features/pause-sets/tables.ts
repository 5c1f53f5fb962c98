import type { Tables } from '../../journal/tables.ts';

export const tables: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS sets (
      scope TEXT, name TEXT COLLATE NOCASE, at INTEGER NOT NULL, members TEXT NOT NULL, PRIMARY KEY (scope, name)
    ) STRICT, WITHOUT ROWID;
  `,
  columns: 'SELECT scope, name, at, members FROM sets LIMIT 0',
};
