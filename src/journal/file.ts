import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementResultingChanges } from 'node:sqlite';
import { prepareFile } from '../lib/files.ts';
import { joinedClauses } from '../lib/words.ts';
import { atomically, isBusy, isDamaged, isOfLaterVersion, journalError, openDatabase, setWaiting } from './database.ts';
import { fileAt, type Loss, lossOf, lossWords, type Place, placeOf, setAside } from './place.ts';
import type { Tables } from './tables.ts';

const RETRY_MS = 1000;
const MOST_TRIES = 5;

type Row = Record<string, SQLOutputValue>;
export type Statement = {
  readonly run: (...values: SQLInputValue[]) => StatementResultingChanges;
  readonly get: (...values: SQLInputValue[]) => Row | undefined;
  readonly all: (...values: SQLInputValue[]) => Row[];
  readonly iterate: (...values: SQLInputValue[]) => Iterable<Row>;
};

export type JournalDatabase = {
  readonly prepare: (sql: string) => Statement;
  readonly exec: (sql: string) => void;
  /** Registers a function to call when the path leads to another file: what was remembered of the old one no longer counts. */
  readonly onOther: (forget: () => void) => void;
};

export type FileAccess = {
  /** Nothing when the file can't be read. */
  readonly read: <Row>(act: () => readonly Row[]) => readonly Row[];
  /** In a transaction; false when it was not kept. */
  readonly atOnce: (act: () => void) => boolean;
  /** False without a usable file: memory is not enough. */
  readonly inFile: (act: () => void) => boolean;
};

export type UsedFile = {
  /** Grows with each other file. */
  readonly number: number;
  readonly losses: number;
  /** A sentence about another or a damaged file. */
  readonly said: string | null;
};

export type JournalFile = JournalDatabase & {
  readonly used: () => UsedFile;
  /** A sentence; null while a file is used. Without one, memory keeps events alone. */
  readonly problem: () => string | null;
  readonly isLocked: () => boolean;
  /** Uses the file now at the path; retries an unusable one. */
  readonly renew: () => void;
  /** The file must stay at its place. @throws {JournalLost} */
  readonly transact: (act: () => void) => void;
  /** A damaged file is set aside on its next use. */
  readonly failed: (error: unknown) => void;
  readonly close: () => void;
};

/** Lost or set back, so a change was not made. */
export class JournalLost extends Error {
  override readonly name = 'JournalLost';
  readonly loss: Loss;

  constructor(loss: Loss) {
    super(`it ${lossWords(loss)}`);
    this.loss = loss;
  }
}

/** Opens a journal's file and follows its path. `tables` say what follows a loss; `by` begins this program's leases. */
export function openJournalFile(path: string, now: () => number, by: string, tables: readonly Tables[]): JournalFile {
  const forgets: (() => void)[] = [];
  let database = new DatabaseSync(':memory:', { open: false });
  let place: Place | null = null;
  let used: UsedFile = { number: 0, losses: 0, said: null };
  let problem: string | null = null;
  let locked = false;
  let lost: { readonly loss: Loss; readonly at: number } | null = null;
  let inPlaceAt = now();
  let triedAt = 0;
  let isClosed = false;
  let damaged = false;
  let inTransaction = false;
  /** After one wait for a lock, statements fail at once until a change succeeds. */
  let waits = true;

  const setWaits = (next: boolean): void => {
    if (waits === next) return;
    waits = next;
    setWaiting(database, next);
  };
  const waitOnce = <Result>(act: () => Result): Result => {
    try {
      return act();
    } catch (error) {
      if (isBusy(error)) setWaits(false);
      throw error;
    }
  };

  const use = (next: DatabaseSync, at: Place | null, said: string | null): void => {
    database = next;
    place = at;
    used = { ...used, number: used.number + 1, said };
    for (const forget of forgets) forget();
  };

  const open = (): void => {
    const { next, aside } = openAt(path, tables, waits);
    if (!waits) setWaiting(next, true);
    waits = true;
    try {
      if (lost !== null) followLoss(next, tables, lost.at, by);
      const at = path === ':memory:' ? null : placeOf(path);
      inPlaceAt = now();
      problem = null;
      damaged = false;
      const said = saidOf(path, tables, lost?.loss ?? null, aside);
      lost = null;
      use(next, at, said);
    } catch (error) {
      next.close();
      throw error;
    }
  };

  const tryToOpen = (): void => {
    triedAt = now();
    locked = false;
    try {
      open();
    } catch (error) {
      locked = isBusy(error);
      waits = !locked;
      const was = lost === null ? '' : ` ${lossWords(lost.loss)}, and`;
      problem = `The journal ${path}${was} can't be used: ${journalError(error, path)}. ${untilThen(tables)}`;
    }
  };

  const lose = (loss: Loss): void => {
    if (place === null) return;
    lost ??= { loss, at: inPlaceAt };
    used = { ...used, losses: used.losses + 1 };
    place = null;
    database.close();
    tryToOpen();
    if (problem !== null) use(openDatabase(':memory:', tables), null, null);
  };

  const renew = (): void => {
    if (isClosed || inTransaction) return;
    if (damaged && place !== null) {
      setAsideDamaged();
      return;
    }
    if (place !== null) {
      const loss = lossNow(place);
      if (loss === null) inPlaceAt = now();
      else lose(loss);
    } else if (problem !== null && Math.abs(now() - triedAt) >= RETRY_MS) {
      const before = database;
      tryToOpen();
      if (problem === null) before.close();
    }
  };

  const setAsideDamaged = (): void => {
    damaged = false;
    try {
      if (place !== null && lossOf(place) === null) setAside(path, place.file);
    } catch {}
    lose('damaged');
  };

  const lossNow = (used: Place): Loss | null => {
    const loss = lossOf(used);
    if (loss !== null) return loss;
    try {
      return waitOnce(() => isOfLaterVersion(database)) ? 'changed' : null;
    } catch {
      return null;
    }
  };

  const requirePlace = (): void => {
    if (place === null) return;
    const loss = lossNow(place);
    if (loss !== null) throw new JournalLost(loss);
  };

  tryToOpen();
  if (problem !== null) use(openDatabase(':memory:', tables), null, null);

  return {
    prepare: (numbered) => {
      const { sql, values } = plainSql(numbered);
      let own = { of: database, statement: database.prepare(sql) };
      const current = () => {
        if (own.of !== database) own = { of: database, statement: database.prepare(sql) };
        return own.statement;
      };
      return {
        run: (...given) => waitOnce(() => current().run(...values(given))),
        get: (...given) => waitOnce(() => current().get(...values(given))),
        all: (...given) => waitOnce(() => current().all(...values(given))),
        iterate: (...given) => current().iterate(...values(given)),
      };
    },
    exec: (sql) => database.exec(sql),
    onOther: (forget) => void forgets.push(forget),
    used: () => used,
    problem: () => problem,
    isLocked: () => locked,
    renew,
    transact: (act) => {
      waitOnce(() => {
        inTransaction = true;
        try {
          atomically(database, () => {
            requirePlace();
            act();
          });
        } finally {
          inTransaction = false;
        }
      });
      setWaits(true);
      requirePlace();
    },
    failed: (error) => {
      if (isDamaged(error)) damaged = true;
      if (error instanceof JournalLost) lose(error.loss);
    },
    close: () => {
      isClosed = true;
      database.close();
    },
  };
}

/** A damaged file is set aside first, a replaced one opened again. @throws why it can't. */
function openAt(
  path: string,
  tables: readonly Tables[],
  waits: boolean,
): { readonly next: DatabaseSync; readonly aside: string | null } {
  let aside: string | null = null;
  for (let tries = 1; ; tries++) {
    const found = fileAt(path);
    try {
      return { next: openDatabase(path, tables, waits), aside };
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      if (isDamaged(error) && found !== null) aside = setAside(path, found);
      else if (fileAt(path) === found) throw error;
    }
  }
}

function untilThen(tables: readonly Tables[]): string {
  const clauses = ['events are kept in memory', ...tables.flatMap(({ withoutFile = [] }) => withoutFile)];
  return `Until it can, ${joinedClauses(clauses)}.`;
}

function saidOf(path: string, tables: readonly Tables[], loss: Loss | null, aside: string | null): string | null {
  if (loss === null && aside === null) return null;
  const lies = aside === null ? [] : [`The damaged file is ${aside} now.`];
  const after = tables.flatMap(({ afterLoss }) => afterLoss?.sentence ?? []);
  return [`The journal ${path} ${lossWords(loss ?? 'damaged')}.`, ...lies, ...after].join(' ');
}

/** This program's leases in the new file are outdated. */
function followLoss(database: DatabaseSync, tables: readonly Tables[], at: number, by: string): void {
  atomically(database, () => {
    for (const { afterLoss } of tables)
      if (afterLoss !== undefined) database.prepare(plainSql(afterLoss.sql).sql).run(at);
    database.prepare('DELETE FROM leases WHERE substr(holder, 1, length(?)) = ?').run(by, by);
  });
}

type PlainSql = {
  readonly sql: string;
  readonly values: (given: readonly SQLInputValue[]) => SQLInputValue[];
};

/** Node 22 binds only plain parameters, not `?1`, `?2` … */
export function plainSql(numbered: string): PlainSql {
  const order: number[] = [];
  const sql = numbered.replace(/\?(\d+)/g, (_, number) => {
    order.push(Number(number) - 1);
    return '?';
  });
  if (order.length === 0) return { sql, values: (given) => [...given] };
  return { sql, values: (given) => order.map((at) => given[at] ?? null) };
}

export type OwnFile = {
  readonly prepare: (sql: string) => Pick<Statement, 'run' | 'get'>;
  /** Closes the file; the end of the process closes it too. */
  readonly close: () => void;
};

/** For this program alone; null while another one has it. @throws the system's error. */
export function openOwnFile(path: string, create: string): OwnFile | null {
  prepareFile(path);
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 250; PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = EXTRA');
    database.exec('BEGIN EXCLUSIVE');
    database.exec(create);
    database.exec('COMMIT');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { prepare: (sql) => database.prepare(sql), close: () => database.close() };
}
