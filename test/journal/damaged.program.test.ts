import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openJournal } from '../../src/journal/journal.ts';
import { serviceResources } from '../../src/resources/index.ts';
import { NOON } from '../store/hand-clock.ts';
import { openedAtOnce } from './opened-at-once.ts';
import { HERE } from './scope.ts';
import { newPath } from './snapshots.ts';

const GARBAGE = 'SQLite format 3\u0000'.padEnd(8192, 'x');

test('programs that find a damaged journal at the same moment set it aside once, and share the new one', async () => {
  for (let round = 0; round < 2; round++) {
    const path = newPath();
    writeFileSync(path, GARBAGE);
    await openedAtOnce(path, 3);
    const aside = readdirSync(dirname(path)).filter(
      (name) => !name.startsWith(`${basename(path)}-`) && name !== basename(path),
    );
    expect(aside).toEqual([expect.stringMatching(/^journal\.db\.damaged-\d+$/)]);
    expect(readFileSync(join(dirname(path), String(aside[0])), 'utf8')).toBe(GARBAGE);
    const journal = openJournal(path, () => NOON, serviceResources, []);
    const noted = journal.after([HERE], 0).map(({ payload }) => 'what' in payload && payload.what);
    journal.close();
    expect(noted.toSorted()).toEqual(['program 0', 'program 1', 'program 2']);
  }
});
