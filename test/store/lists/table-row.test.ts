import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splice, TableRow } from '../../../src/store/lists/table-row.ts';

type Row = { readonly fid: string };

const rowOf = (key: number, n: number): TableRow<Row> => new TableRow({ row: { fid: `row-${n}` }, raw: '' }, key);
const compare = (one: TableRow<Row>, other: TableRow<Row>): number =>
  Number(one.key) - Number(other.key) || (one.row.fid < other.row.fid ? -1 : 1);

test('rows that came and left leave the others sorted, whether a few or most of them change', () => {
  const keys = fc.array(fc.nat(20), { maxLength: 400 });
  fc.assert(
    fc.property(keys, fc.array(fc.nat(20), { maxLength: 250 }), fc.nat(400), (before, keysAdded, gone) => {
      const rows = before.map(rowOf).sort(compare);
      const removed = new Set(before.length === 0 ? [] : rows.filter((_, at) => (at * 7) % before.length < gone));
      const added = new Set(keysAdded.map((key, n) => rowOf(key, 1000 + n)));
      const expected = [...rows.filter((row) => !removed.has(row)), ...added].sort(compare);
      splice(rows, removed, added, compare);
      expect(rows.map(({ row }) => row.fid)).toEqual(expected.map(({ row }) => row.fid));
    }),
  );
});
