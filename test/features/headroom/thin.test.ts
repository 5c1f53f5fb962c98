import { describe, expect, onTestFinished, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { sameThread } from '../../../src/journal/same-thread.ts';
import { activityRowOf } from '../../../src/resources/activity-text.ts';
import { syncJournal } from '../../../src/store/journal-sync.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { bidsAtRisk } from '../../../src/store/state-part.ts';
import { rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { journalAnswered } from '../../journal/answered.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, whole } from '../../store/made.ts';
import { followersOn } from '../running.ts';
import { openFeatureJournal } from './open-journal.ts';
import { type Prices, priced } from './prices.ts';

type Listed = ReturnType<typeof bid>;

const SECOND = 1000;
const rows: readonly Listed[] = [bid('a', { name: 'train', limit_price: '$11.00', instance_type: 'h100' })];

/** The console after these prices of an H100, one every 20 seconds, each with a list of bids after it. */
async function consoleAfter(prices: readonly number[], bids = rows): Promise<ConsoleState> {
  let state = consoleWith({ bids });
  for (const [n, price] of prices.entries()) state = await seen(state, { h100: [price] }, NOON + 20 * SECOND * n, bids);
  return state;
}

async function seen(state: ConsoleState, prices: Prices, at: number, bids = rows): Promise<ConsoleState> {
  const read = timePassed(await priced(state, prices, at), at);
  return rowsArrived(read, 'bids', whole(...bids), { at, sequence: at - NOON + 10 }, at);
}

const risk = (state: ConsoleState): readonly string[] => bidsAtRisk(state).map(({ bid: { fid } }) => fid);

describe('a bid is soon outbid', () => {
  test('from less than 10 % of the price on, until it has 15 %', async () => {
    expect(risk(await consoleAfter([9.9]))).toEqual([]);
    expect(risk(await consoleAfter([9.9, 10.01]))).toEqual(['a']);
    expect(risk(await consoleAfter([9.9, 10.01, 9.9, 9.6]))).toEqual(['a']);
    expect(risk(await consoleAfter([9.9, 10.01, 9.9, 9.56]))).toEqual([]);
  });

  test('when a price that has risen by 2 % in a minute reaches its limit within 4 minutes, and not when it is slower', async () => {
    expect(risk(await consoleAfter([9, 9.2]))).toEqual(['a']);
    expect(risk(await consoleAfter([9, 9.04, 9.08, 9.12]))).toEqual([]);
    expect(risk(await consoleAfter([6, 6.13, 6.26, 6.39]))).toEqual([]);
  });

  test('only while it has instances, and its price is known', async () => {
    const waits = rows.map(({ row }) => bid(row.fid, { ...row, limit_price: '$11.00', status: 'Open' }));
    expect(risk(await consoleAfter([10.5], waits))).toEqual([]);
    const known = await consoleAfter([10.5]);
    const late = NOON + 95 * SECOND;
    const unknown = rowsArrived(timePassed(known, late), 'bids', whole(...rows), { at: late, sequence: 99_000 }, late);
    expect([risk(known), risk(unknown)]).toEqual([['a'], []]);
  });

  test('no more once its limit price is raised', async () => {
    const known = await consoleAfter([10.5]);
    const raised = [bid('a', { limit_price: '$13', instance_type: 'h100' })];
    expect(risk(await seen(known, { h100: [10.5] }, NOON + 20 * SECOND, raised))).toEqual([]);
  });
});

/** Consoles that share a journal. */
function consoles() {
  const path = newPath();
  return () => {
    const journal = openFeatureJournal(path, () => NOON);
    const store = createStore<ConsoleState>(() => consoleWith({ bids: rows }));
    const followers = followersOn(store, { service: HERE.service });
    const sync = syncJournal({ store, journal: sameThread(journal), service: () => HERE.service, followers });
    onTestFinished(() => {
      sync.stop();
      journal.close();
    });
    const change = async (next: Promise<ConsoleState> | ConsoleState): Promise<void> => {
      store.setState(await next, true);
      await journalAnswered();
    };
    return {
      state: store.getState,
      begun: sync.begun,
      see: async (price: number, at: number): Promise<void> => {
        await change(seen(store.getState(), { h100: [price] }, at));
        await change(timePassed(store.getState(), at + SECOND));
      },
      said: (): readonly string[] =>
        journal
          .recent([HERE], 100)
          .filter(({ payload }) => payload.kind === 'seen' && payload.field === 'headroom')
          .map((event) => activityRowOf(event, { into: '->', fieldWords: loadedFeatures.fieldWords }).what),
    };
  };
}

test('a bid that gets its instances with less is at risk at once, and is said once the price rises to it', async () => {
  const isSaid = (state: ConsoleState): readonly boolean[] => bidsAtRisk(state).map(({ isNew }) => isNew);
  expect(isSaid(await consoleAfter([10.1, 10.1]))).toEqual([false]);
  expect(isSaid(await consoleAfter([10.1, 10.31]))).toEqual([true]);
  expect(isSaid(await consoleAfter([9.95, 10.1]))).toEqual([true]);
});

test('a crossing is one event of the journal, whichever consoles see it, and a notice', async () => {
  const open = consoles();
  const [one, other] = [open(), open()];
  await Promise.all([one.begun, other.begun]);
  await one.see(9.95, NOON);
  await other.see(9.95, NOON + 5 * SECOND);
  await one.see(10.1, NOON + 20 * SECOND);
  await other.see(10.1, NOON + 25 * SECOND);
  expect(one.state().notice?.text).toBe('train is soon outbid: 8 % above the price of $10.10. Press ! to go to it.');
  for (const price of [9.95, 10.1, 9.95]) {
    await one.see(price, NOON + 40 * SECOND);
    await other.see(price, NOON + 45 * SECOND);
  }
  await one.see(9.5, NOON + 200 * SECOND);
  await other.see(9.5, NOON + 205 * SECOND);
  expect(one.said()).toEqual([
    'train: soon outbid: 8 % above the price of $10.10',
    'train: no longer soon outbid: 15 % above the price of $9.50',
  ]);
});
