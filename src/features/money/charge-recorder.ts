import type { StoreApi } from 'zustand/vanilla';
import type { RuntimeAccess } from '../../app/runtime-part.ts';
import type { AsyncJournal } from '../../journal/async-journal.ts';
import type { Interval } from '../../lib/intervals.ts';
import { DEFAULT_SIGN } from '../../lib/money.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type ChargeReading, chargesWanted } from '../extras/instance-prices.ts';
import type { BidCharges, BidTraits } from './bid-record.ts';
import { chargesOf } from './charges/pieces.ts';
import { bidJournal } from './journal.ts';

type ChargeRecording = Pick<RuntimeAccess, 'change' | 'scopes'> & {
  readonly store: Pick<StoreApi<ConsoleState>, 'getState'>;
  readonly journal: Pick<AsyncJournal, 'ask' | 'record'>;
};

/** Has the charges of the shown projects read since the journal's last ones, and keeps them there. */
export function createChargeRecorder({ store, change, journal, scopes }: ChargeRecording) {
  let begun = 0;

  const want = async (own: number): Promise<void> => {
    const shown = scopes();
    const times = await Promise.all(shown.map((scope) => journal.ask(bidJournal, 'chargesKnown', scope)));
    if (own !== begun) return;
    const known = new Map(shown.map(({ project }, n): [string, Interval | null] => [project, times[n] ?? null]));
    change((state) => chargesWanted(state, known));
  };

  return {
    begin: (): void => {
      begun += 1;
      change((state) => chargesWanted(state, new Map()));
      void want(begun);
    },

    /** Keeps readings that were not there before. */
    record: (before: ConsoleState): void => {
      const state = store.getState();
      const charges = state.extras?.charges;
      if (charges === undefined || charges === before.extras?.charges) return;
      for (const scope of scopes()) {
        const last = charges.get(scope.project)?.last ?? null;
        if (last === null || last === before.extras?.charges?.get(scope.project)?.last) continue;
        journal.record(bidJournal, 'recordCharges', scope, { time: last.time, bids: bidsOf(last, state) });
      }
    },

    finish: (): void => {
      begun += 1;
    },
  };
}

/** Instances without a bid are in no cost. */
function bidsOf({ time, instances }: ChargeReading, { lists }: ConsoleState): readonly BidCharges[] {
  const byBid = Map.groupBy(instances, ({ bid }) => bid);
  return [...byBid].flatMap(([bid, own]): BidCharges | readonly [] => {
    if (bid === null) return [];
    const rates = own.flatMap(({ charges }) =>
      charges.flatMap(({ rate, ...one }) => (rate.sign === DEFAULT_SIGN ? { ...one, micros: rate.micros } : [])),
    );
    const row = lists.bids.rows.get(bid)?.row;
    const traits: BidTraits = {
      bid,
      name: row?.name ?? '',
      type: row?.instance_type ?? '',
      region: row?.region ?? '',
    };
    return { traits, charges: chargesOf(rates, time) };
  });
}
