import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ListedRow } from '../../src/api/result.ts';
import type { JournalEvent } from '../../src/changes/change-event.ts';
import { readFields, type TrackedList } from '../../src/changes/diff-rows.ts';
import type { ServiceList } from '../../src/contract/lists.ts';
import { type Journal, openJournal } from '../../src/journal/journal.ts';
import type { Snapshot } from '../../src/journal/snapshots.ts';
import { serviceResources } from '../../src/resources/index.ts';
import type { Rows } from '../../src/resources/rows.ts';
import { NOON } from '../store/hand-clock.ts';
import { HERE } from './scope.ts';

/** A path for a new journal. */
export function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'journal.db');
}

/** A journal without features, closed after the test. */
export function opened(path = ':memory:', now = (): number => NOON): Journal {
  const journal = openJournal(path, now, serviceResources, []);
  onTestFinished(() => journal.close());
  return journal;
}

/** A complete snapshot of these rows of a list in one page. */
export function snapshotOf<Name extends ServiceList>(
  list: Name,
  asked: number,
  rows: readonly ListedRow<Rows[Name]>[],
  more: Partial<Snapshot> = {},
): Snapshot {
  const tracked: TrackedList<Rows[Name]> = serviceResources[list];
  return {
    requestedAt: asked,
    covered: null,
    readAgain: new Map(),
    rows: new Map(rows.map(({ row }) => [row.fid, readFields(tracked, row, asked)])),
    looked: null,
    whole: true,
    unreadable: new Set(),
    observed: null,
    ...more,
  };
}

/** An event in a few words. */
export function inShort({ payload }: JournalEvent): string {
  if (payload.kind === 'noted') return `${payload.outcome}: ${payload.what}`;
  const { change, name, fid, field, from, to } = payload;
  return change === 'changed' ? `${name ?? fid} ${field}: ${from} > ${to}` : `${name ?? fid} ${change}`;
}

/** All events of a journal in a few words each. */
export const all = (journal: Journal): readonly string[] => journal.after([HERE], 0).map(inShort);
