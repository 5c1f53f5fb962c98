import type { RunningPart } from '../../command/feature.ts';
import { bidJournal } from '../money/journal.ts';
import { NO_MONEY_WANTED, spendOf } from '../money/known-money.ts';
import { bidsToTell, spendWanted } from './digest.ts';
import { createDigestOpener, digestParts } from './opening.ts';
import { digestAfterMs } from './settings.ts';
import { linesOfSummary, summaryOf } from './summary.ts';

const SIDES = 4;

/** Opens the digest of an absence in a console, and makes one when the operator asks. */
export const running: RunningPart = {
  state: {
    above: (state) => linesOfSummary(state, state.size.columns - SIDES).length,
    demands: (state) => {
      const parts = summaryOf(state)?.parts ?? null;
      if (parts === null) return {};
      return {
        money: { spends: [spendWanted(parts)], prices: true },
        extras: { bids: bidsToTell(parts).map((fid) => ({ fid, isOpen: false })) },
      };
    },
  },
  runtime: {
    journal: ({ clock, scope, scopes }, journal) => ({
      digest: async (since, until) => {
        const parts = await digestParts(journal, scope().service, since, until ?? clock.now());
        if (until === null) return parts;
        return parts.map((part) => ({ ...part, events: part.events.filter(({ at }) => at <= until) }));
      },
      digestCost: async (wanted) => {
        const { from, to } = wanted.time;
        const money = await journal.ask(bidJournal, 'money', {
          scopes: scopes(),
          project: scope().project,
          now: to,
          wanted: { ...NO_MONEY_WANTED, spanMs: to - from, spends: [wanted] },
        });
        return money && spendOf(money, wanted);
      },
    }),
    follows: ({ program, profile }, following) =>
      createDigestOpener(following, program.screen ? digestAfterMs(profile().own) : null),
  },
};
