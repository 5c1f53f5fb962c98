import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BidFid } from '../../../../src/contract/fid.ts';
import type { KnownAction } from '../../../../src/features/rules/runner/rule-records.ts';
import { bidsNotShown } from '../../../../src/features/rules/runner/rule-writes.ts';
import { doerOf } from '../../../../src/features/why/bid-reason.ts';
import { NO_PAST, type RowAction } from '../../../../src/features/why/past.ts';
import { day, liveThrough, type Moment, type Own } from '../../../sync/freshness/behind.ts';

const DAYS = 150;

const [rule, outcome] = ['night', 'done'] as const;
const ofRule = ({ id, verb, at }: Own): KnownAction => {
  const fid = BidFid.parse('train');
  return { id, rule, at, fid, outcome, ended: at, action: { kind: verb, fid, name: 'train', reason: '' } };
};
const inJournal = ({ id, verb, at }: Own): RowAction => ({
  key: String(id),
  at,
  verb,
  outcome,
  by: { kind: 'agent', words: 'by rule night' },
});

/** Whether a rule would take what the lists show for the end of its last pause, though nothing else happened to the bid since. */
function isForgotten({ state, own, othersAt }: Moment): boolean {
  const last = own.at(-1);
  if (last?.verb !== 'pause' || (othersAt !== null && othersAt >= last.at)) return false;
  return (
    state.lists.bids.rows.get('train')?.row.status !== 'Paused' &&
    !bidsNotShown(state, own.map(ofRule)).includes('train')
  );
}

/** The pauses of which WHY says that nobody with this journal did them, though nobody else had paused the bid by then. */
const blamed = ({ own, noted, pausedByOthersAt }: Moment) =>
  noted.filter(({ to, at, sureAt, since }, n) => {
    if (to !== 'Paused' || (pausedByOthersAt !== null && pausedByOthersAt <= sureAt)) return false;
    const actions = own.filter((one) => one.at <= at).map(inJournal);
    const past = { ...NO_PAST, actions, changes: noted.slice(0, n + 1) };
    return doerOf(past, { at, since, unseen: null }, 'pause').kind === 'nobody-here';
  });

test('in days of answers that are behind and changes that are carried out late no rule forgets what it paused, and WHY blames nobody else for it', () => {
  fc.assert(
    fc.property(day, (one) => {
      liveThrough(one, (moment) => {
        expect(isForgotten(moment), 'forgotten').toBe(false);
        expect(blamed(moment), 'blamed').toEqual([]);
      });
    }),
    { numRuns: DAYS },
  );
});
