import { byWords } from '../../changes/change-event.ts';
import type { Bid } from '../../contract/bid.ts';
import type { Instance } from '../../contract/instance.ts';
import type { Context } from '../../resources/context.ts';
import { statusWord } from '../../resources/parts/status.ts';
import { contextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import { adviceFor } from './advice.ts';
import { sinceOfRow, whyBid, whyInstance } from './known-reasons.ts';
import { type JournalEntry, kindOfStatus, kindOfVerb, matchHistory } from './match-history.ts';
import { NO_PAST, type RowAction, type StatusChange } from './past.ts';
import { isFromService, type Reason, type Since } from './reason.ts';
import { serviceEventWords, serviceHistories } from './service-history.ts';
import { knownPastsOf, readOf } from './state.ts';
import { certainty, helpText, sentence } from './words.ts';

export type Asked =
  | { readonly kind: 'bid'; readonly row: Bid }
  | { readonly kind: 'instance'; readonly row: Instance; readonly bid: Bid | undefined };

/** Times in milliseconds since 1970. */
export type Explanation = {
  readonly reason: Reason | null;
  readonly sentence: string;
  readonly certainty: 'certain' | 'likely' | 'unknown';
  readonly since: Since;
  readonly help: string | null;
  /** Newest first. */
  readonly past: readonly { readonly at: number; readonly what: string }[];
  /** Why the journal says little or nothing. */
  readonly journal: string | null;
};

export function explained(asked: Asked, state: ConsoleState): Explanation {
  const context = contextOf(state);
  const { row } = asked;
  const reason = context.own(asked.kind === 'bid' ? whyBid : whyInstance, row.fid);
  const bid = asked.kind === 'bid' ? asked.row : asked.bid;
  return {
    reason,
    sentence:
      reason !== null ? sentence(reason, state.now) : asked.kind === 'bid' ? 'It runs all that it wants.' : 'It runs.',
    certainty: reason === null ? 'certain' : certainty(reason),
    since: sinceInHistory(reason) ?? sinceOfRow(row, context),
    help: reason === null || bid === undefined ? null : helpText(reason, adviceFor(bid, state)),
    past: pastOf(asked, context, state),
    journal: journalText(state),
  };
}

/** The service knows it better than the journal. */
const sinceInHistory = (reason: Reason | null): Since | null =>
  reason !== null && isFromService(reason) && reason.since !== null ? { kind: 'seen', ...reason.since } : null;

function journalText(state: ConsoleState): string | null {
  const known = knownPastsOf(state);
  const { problem } = state.journal;
  if (problem !== null) return problem;
  if (known.kind === 'none')
    return state.shownInstead === null
      ? 'The journal is still being read: times and causes come with it.'
      : 'A recording has no journal: times and causes are not known.';
  return known.since === null ? 'The journal has nothing of this project yet.' : null;
}

function pastOf({ kind, row }: Asked, { glyphs }: Context, state: ConsoleState): Explanation['past'] {
  const { changes, actions } = readOf(state).pasts.get(row.fid) ?? NO_PAST;
  type Line = JournalEntry & { readonly what: string };
  const ofStatus = ({ at, since, from, to }: StatusChange): Line => ({
    ...{ at, since, isOwn: false, kind: from === null ? 'placed' : kindOfStatus(from, to) },
    what:
      from === null
        ? `first seen, ${statusWord(kind, to) || 'without a status'}`
        : `${statusWord(kind, from)} ${glyphs.arrow} ${statusWord(kind, to) || 'no status'}`,
  });
  const ofAction = ({ at, verb, outcome, by }: RowAction): Line => ({
    ...{ at, since: null, isOwn: true, kind: kindOfVerb(verb) },
    what: `${verb} ${byWords(by)}${outcome === 'done' ? '' : `: ${outcome}`}`,
  });
  const lines = [...changes.map(ofStatus), ...actions.map(ofAction)];
  const serviceEvents = kind === 'bid' ? (serviceHistories(state).get(row.fid)?.events ?? []) : [];
  const { byEntry, others } = matchHistory(lines, serviceEvents);
  const whoOf = (line: Line): string => {
    const by = byEntry.get(line)?.by ?? null;
    return by === null ? '' : `, by ${by}`;
  };
  return [
    ...lines.map((line) => ({ at: line.at, what: `${line.what}${whoOf(line)}` })),
    ...others.map((one) => ({ at: one.at, what: serviceEventWords(one) })),
  ].toSorted((a, b) => b.at - a.at);
}
