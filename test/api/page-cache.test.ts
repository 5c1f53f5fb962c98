import { expect, test } from 'vitest';
import { createPageCache, type PageCache } from '../../src/api/page-cache.ts';
import { createRowBudget } from '../../src/api/row-budget.ts';
import { type Instance, instanceRow } from '../../src/contract/instance.ts';
import { takenIn } from './intake.ts';

const row = (fid: string, more: object = {}): object => ({
  fid,
  name: `name of ${fid}`,
  status: 'STATUS_RUNNING',
  ...more,
});
const page = (...rows: readonly object[]): string => JSON.stringify({ data: rows, next_cursor: null });

/** Reads the rows of a list of one page. */
function read(reader: PageCache<Instance>, text: string) {
  reader.begin();
  const answer = takenIn(reader.page(0), text);
  if (!answer.ok) throw new Error(answer.error.kind);
  const rows = answer.value.rows.flatMap((readRow) => (readRow.kind === 'row' ? [readRow.listed] : []));
  reader.ended(new Map(rows.map((listed) => [listed.row.fid, listed])), 1);
  return rows;
}

test('an unchanged list keeps its row objects, so that nothing is computed again', () => {
  const reader = createPageCache(instanceRow, createRowBudget(['instances'])('instances'));
  const before = read(reader, page(row('a'), row('b')));
  const again = read(reader, page(row('a'), row('b')));
  expect(again.map((listed, n) => listed === before[n])).toEqual([true, true]);
});

test('of a list with one changed row, the others stay the same objects at any position', () => {
  const reader = createPageCache(instanceRow, createRowBudget(['instances'])('instances'));
  const [a, b] = read(reader, page(row('a'), row('b')));
  const [first, second, third] = read(reader, page(row('new'), row('b', { status: 'STATUS_STOPPED' }), row('a')));
  expect(third).toBe(a);
  expect(second).not.toBe(b);
  expect(second?.row.status).toBe('STATUS_STOPPED');
  expect(first?.row.fid).toBe('new');
});

test('a row that is not safe to print is sanitized in each poll', () => {
  const reader = createPageCache(instanceRow, createRowBudget(['instances'])('instances'));
  for (let times = 0; times < 3; times++) {
    const [only] = read(reader, page(row('a', { name: `evil\u001b[2J${times % 2}` })));
    expect(only?.row.name).toBe(`evil\ufffd[2J${times % 2}`);
    expect(only?.raw).toContain(`"evil\\u001b[2J${times % 2}"`);
  }
});

test('an unreadable cell of a row is reported in each poll, and is read once it can be', () => {
  const reader = createPageCache(instanceRow, createRowBudget(['instances'])('instances'));
  const strange = page(row('a', { status: 7 }));
  for (let times = 0; times < 2; times++) {
    const answer = takenIn(reader.page(0), strange);
    expect(answer.ok && answer.value.rows).toMatchObject([
      { kind: 'row', fid: 'a', unreadable: { fid: 'a', why: 'status is not text' } },
    ]);
  }
  expect(read(reader, page(row('a')))).toHaveLength(1);
});
