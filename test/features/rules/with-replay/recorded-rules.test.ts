import { expect, test } from 'vitest';
import { recordedOf } from '../../../../src/features/replay/recorded.ts';
import { type RecordedAction, recordedRules } from '../../../../src/features/rules/commands/autopilot-against.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { MINUTE_MS } from '../../../../src/lib/duration.ts';
import { rowsArrived } from '../../../../src/store/transitions.ts';
import { loadedFeatures } from '../../../features-loaded.ts';
import { NOON } from '../../../store/hand-clock.ts';
import { bid, instance, whole } from '../../../store/made.ts';
import { recordingIn, recordRun } from '../../replay/recorded.ts';
import { cents } from '../engine/made-view.ts';

const common = { allow: false, maxWrites: 20, maxCost: cents(100_000) };
const climb: Rule = {
  ...common,
  name: 'climb',
  kind: 'ladder',
  bids: { kind: 'filter', text: 'train' },
  waitMs: 2 * MINUTE_MS,
  step: { kind: 'amount', micros: 500_000n },
  cap: cents(400),
  lower: null,
};
const budget: Rule = {
  ...common,
  name: 'budget',
  kind: 'budget',
  perHour: cents(200),
  perDay: null,
  pause: ['train'],
  zone: 'UTC',
};

/** A recording of ten minutes in which the bid train is lost after four and stays out. */
function recording() {
  const console = recordRun();
  for (let ms = 0; ms <= 10 * MINUTE_MS; ms += 5000) {
    const isLost = ms >= 4 * MINUTE_MS;
    const train = bid('train', { status: isLost ? 'Open' : 'Allocated', limit_price: '$2.50', instance_quantity: 1 });
    console.at(ms, (state, now) => {
      const asked = { at: now - 100, sequence: ms + 1 };
      const came = rowsArrived(state, 'bids', whole(train), asked, now);
      return rowsArrived(came, 'instances', whole(...(isLost ? [] : [instance('i-0', { bid: 'train' })])), asked, now);
    });
  }
  return recordingIn(console.text());
}

test('rules played against a recording say when they would have acted, once for each time, and why', () => {
  const actions: RecordedAction[] = [];
  const ended = recordedRules(recordedOf(loadedFeatures, recording()), [climb, budget], (action) =>
    actions.push(action),
  );
  const at = ({ at: when }: RecordedAction): number => (when - NOON) / MINUTE_MS;
  const [paused, raised, ...more] = actions;
  expect(paused).toMatchObject({ rule: 'budget', action: { kind: 'pause', fid: 'train' } });
  expect(raised).toMatchObject({ rule: 'climb', action: { kind: 'limit', limit: cents(300) } });
  expect(raised === undefined ? 0 : at(raised)).toBeCloseTo(6, 0);
  expect(more, 'the recorded bid stays as it was, so nothing follows').toEqual([]);
  expect(ended.map(({ rule, actions: count }) => [rule.name, count])).toEqual([
    ['climb', 1],
    ['budget', 1],
  ]);
});
