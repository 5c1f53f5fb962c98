import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day, liveThrough } from './behind.ts';

const DAYS = 150;

test('in days of answers that are up to three minutes behind and changes that are carried out up to three minutes late nothing is lost that was not, and in the end all is as it is', () => {
  fc.assert(
    fc.property(day, (one) => {
      const { state, lost, end } = liveThrough(one);
      expect(lost, 'lost').toEqual([]);
      expect(state.lists.bids.rows.get('train')?.row.status, 'in the end').toBe(end.status);
      expect([...state.lists.instances.rows.keys()], 'in the end').toEqual(end.runs);
    }),
    { numRuns: DAYS },
  );
});
