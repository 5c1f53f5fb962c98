import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ListedRow } from '../../src/api/result.ts';
import type { JournalEvent } from '../../src/changes/change-event.ts';
import type { Journal } from '../../src/journal/journal.ts';
import type { Snapshot } from '../../src/journal/snapshots.ts';
import { HERE } from './scope.ts';

/** A path for a new journal. */
export function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'journal.db');
}

/** A complete snapshot of these rows in one page. */
export function snapshotOf<Row extends { readonly fid: string }>(
  asked: number,
  rows: readonly ListedRow<Row>[],
  more: Partial<Snapshot<Row>> = {},
): Snapshot<Row> {
  return {
    requestedAt: asked,
    covered: null,
    rowRequestedAt: () => asked,
    rows: new Map(rows.map((listed) => [listed.row.fid, listed])),
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
