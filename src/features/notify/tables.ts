import type { Tables } from '../../journal/tables.ts';

export const tables: Tables = {
  create: `
    CREATE TABLE IF NOT EXISTS notifications (
      scope TEXT, name TEXT, cursor INTEGER NOT NULL, message TEXT, tries INTEGER NOT NULL DEFAULT 0,
      due INTEGER NOT NULL DEFAULT 0, refusals INTEGER NOT NULL DEFAULT 0, stopped TEXT, failing TEXT, delivered INTEGER,
      PRIMARY KEY (scope, name)
    ) STRICT, WITHOUT ROWID;
  `,
  columns:
    'SELECT scope, name, cursor, message, tries, due, refusals, stopped, failing, delivered FROM notifications LIMIT 0',
  withoutFile: 'no notification is sent',
};
