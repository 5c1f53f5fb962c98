import { expect, test } from 'vitest';
import { BidFid } from '../../../../src/contract/fid.ts';
import { ACTION_OUTCOMES } from '../../../../src/features/rules/engine/decision.ts';
import { rulesReread, versionOf } from '../../../../src/features/rules/rules-state.ts';
import { knownActions, ruleRecordOf } from '../../../../src/features/rules/runner/rule-records.ts';
import { stepRule } from '../../../../src/features/rules/runner/step-rule.ts';
import { jsonWithBigints } from '../../../../src/lib/values.ts';
import { budgetRule } from '../engine/made-rules.ts';

import { cents, madeBid, madeView, NOON } from '../engine/made-view.ts';

const cap = budgetRule({ name: 'cap', maxWrites: 4, perHour: cents(100), pause: ['sweep'] });

test.each([...ACTION_OUTCOMES, null])(
  'four actions of the last hour that ended as %s count towards four writes per hour, rehearsals alone do not',
  (outcome) => {
    const action = { kind: 'pause', fid: 'bid_9', name: 'sweep-9', reason: '' } as const;
    const actions = knownActions(
      [1, 2, 3, 4].map((id) => ({
        id,
        rule: 'cap',
        at: NOON - 1000 * id,
        fid: 'bid_9',
        action: jsonWithBigints(action),
        outcome,
        ended: outcome === null ? null : NOON,
      })),
    );
    const stored = { name: 'cap', version: versionOf(cap), released: true, held: null, memory: null, next: null };
    const sweep = madeBid('bid_1', { name: 'sweep', state: 'allocated', running: 2 });
    const step = stepRule(cap, ruleRecordOf(stored, actions), madeView(NOON, [sweep]));
    if (outcome === 'rehearsed') expect(step.actions).toMatchObject([{ kind: 'pause', fid: BidFid.parse('bid_1') }]);
    else expect(step.hold).toBe('It wants 1 write after 4 in the last hour, and its cap is 4 per hour (max_writes).');
  },
);

test('rules that are read again and are as before are the same objects, and the list is the same when none has changed', () => {
  const day = { ...cap, name: 'day' };
  const before = [cap, day];
  expect(rulesReread(before, [{ ...cap }, { ...day }])).toBe(before);
  const [first, second] = rulesReread(before, [{ ...day }, { ...cap, maxWrites: 5 }]);
  expect(first).toBe(day);
  expect(second).toEqual({ ...cap, maxWrites: 5 });
  expect(rulesReread(before, [{ ...cap }])).toEqual([cap]);
});
