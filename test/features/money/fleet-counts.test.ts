import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '../../../src/features/money/costs/dialog.ts';
import { keyGroups } from '../../../src/screen/keymap/help.ts';
import { countsOf } from '../../../src/store/header.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { textsOf } from '../../screen/ink/seen.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';

/** Running and wanted instances as the header says them, and as the first line of `$` does. */
function bothCounts(state: ConsoleState): readonly [string, string] {
  const header = /(\d+) of (\d+) instances? running/.exec(countsOf(state).long);
  const text = textsOf(money.lines(state, { kind: 'money', tab: 'Now', top: 0 }, { width: 96, height: 40 }));
  const everything = /^Everything +(\d+\/\d+)/.exec(text.find((line) => line.startsWith('Everything')) ?? '');
  return [`${header?.[1]}/${header?.[2]}`, everything?.[1] ?? ''];
}

describe('the header and $ count instances alike: those that run, of those that are wanted', () => {
  test('ended instances and bids that are paused or have ended want none; what still runs of them counts', () => {
    const state = consoleWith({
      bids: [
        bid('train', { instance_quantity: 4 }),
        bid('waits', { status: 'Open', instance_quantity: 8 }),
        bid('rests', { status: 'Paused', instance_quantity: 2 }),
        bid('over', { status: 'Terminated', instance_quantity: 1 }),
      ],
      instances: [
        instance('t-0', { bid: 'train' }),
        instance('t-1', { bid: 'train', status: 'STATUS_STARTING' }),
        instance('old', { bid: 'train', status: 'STATUS_TERMINATED' }),
        instance('lost', { bid: 'train', status: 'STATUS_PREEMPTED' }),
        instance('stops', { bid: 'rests' }),
      ],
    });
    expect(bothCounts(state)).toEqual(['2/13', '2/13']);
  });

  test('an instance without a bid counts in both, and $ says that costs and parts are without it', () => {
    const state = consoleWith({ bids: [bid('a')], instances: [instance('i', { bid: 'a' }), instance('reserved')] });
    expect(bothCounts(state)).toEqual(['2/5', '2/5']);
    const text = money.lines(state, { kind: 'money', tab: 'Now', top: 0 }, { width: 200, height: 40 });
    expect(JSON.stringify(text)).toContain(
      '1 running instance has no bid here: all costs, and the parts below, are without it.',
    );
  });

  test('whatever the fleet', () => {
    const status = fc.constantFrom('Allocated', 'Open', 'Preempting', 'Paused', 'Terminated', 'Unheard');
    const fleet = fc.record({
      bids: fc.array(fc.tuple(status, fc.integer({ min: 0, max: 5 })), { maxLength: 5 }),
      instances: fc.array(
        fc.tuple(
          fc.constantFrom('STATUS_RUNNING', 'STATUS_STARTING', 'STATUS_TERMINATED', 'STATUS_PREEMPTING'),
          fc.nat({ max: 6 }),
        ),
        { maxLength: 20 },
      ),
    });
    fc.assert(
      fc.property(fleet, ({ bids, instances }) => {
        const state = consoleWith({
          bids: bids.map(([own, quantity], n) => bid(`b${n}`, { status: own, instance_quantity: quantity })),
          instances: instances.map(([own, of], n) => instance(`i${n}`, { status: own, bid: `b${of}` })),
        });
        const [header, everything] = bothCounts(state);
        expect(header).toBe(everything);
      }),
    );
  });

  test('without the list of bids the header does not say what is wanted', () => {
    const { lists, ...rest } = consoleWith({ instances: [instance('i', { bid: 'a' })] });
    const bids = { ...lists.bids, fetchedAt: null };
    expect(countsOf({ ...rest, lists: { ...lists, bids } }).long).toBe('1 instance running');
  });
});

test('? says what the numbers of the header count', () => {
  const header = keyGroups(consoleWith({})).find(({ title }) => title === 'The header');
  expect(header?.lines.map(({ does }) => does)).toContain(
    'Instances that run, of those that bids not paused or ended want; as in $',
  );
});
