import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ListedRow } from '../../src/api/result.ts';
import type { JournalEvent } from '../../src/changes/change-event.ts';
import type { Journal } from '../../src/journal/journal.ts';
import type { Snapshot } from '../../src/journal/snapshots.ts';
import { HERE } from './scope.ts';

/** A path for a journal that nobody else has. */
export function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'journal.db');
}

/** A look that brought these rows, all of them and in one page. */
export function snapshotOf<Row extends { readonly fid: string }>(
  asked: number,
  rows: readonly ListedRow<Row>[],
  more: Partial<Snapshot<Row>> = {},
): Snapshot<Row> {
  return {
    requestedAt: asked,
    rows: new Map(rows.map((listed) => [listed.row.fid, listed])),
    whole: true,
    unreadable: new Set(),
    paged: false,
    observed: null,
    ...more,
  };
}

/** What an entry tells, in a few words. */
export function inShort({ payload }: JournalEvent): string {
  if (payload.kind === 'noted') return `${payload.outcome}: ${payload.what}`;
  const { change, name, fid, field, from, to } = payload;
  return change === 'changed' ? `${name ?? fid} ${field}: ${from} > ${to}` : `${name ?? fid} ${change}`;
}

/** All that a journal has to tell, in a few words each. */
export const all = (journal: Journal): readonly string[] => journal.after([HERE], 0).map(inShort);
