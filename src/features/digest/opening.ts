import type { JournalEvent } from '../../changes/change-event.ts';
import { type AsyncJournal, journalRecords } from '../../journal/async-journal.ts';
import { HOUR_MS, shortDuration } from '../../lib/duration.ts';
import { serviceLists } from '../../resources/index.ts';
import { showNotice } from '../../store/activity.ts';
import type { Follower, FollowerAccess } from '../../store/journal-sync.ts';
import { pageOpened } from '../../store/panes/cursor.ts';
import { contextOf } from '../../store/row-context.ts';
import { type ConsoleState, keyNamed, projectsOf } from '../../store/state.ts';
import { bidJournal, latestOf } from '../money/journal.ts';
import type { WantedSpend } from '../money/known-money.ts';
import type { Spend } from '../money/spend.ts';
import { type DigestPart, EARLIER_MS } from './changes.ts';
import { digestOf, hasHappened } from './digest.ts';
import { summaryOf } from './summary.ts';

/** Nobody had read the shown project's lists since; milliseconds since 1970. */
type Away = { readonly project: string; readonly from: number };

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly away?: readonly Away[];
  }
}

const awayOf = ({ away = [] }: ConsoleState): readonly Away[] => away;

/** Covered when no absence is known, in milliseconds. */
const USUAL_MS = 8 * HOUR_MS;
/** Most events of an open digest. */
const MAX_EVENTS = 10_000;

/** The journal since nobody looked. */
export const digestParts = (
  journal: Pick<AsyncJournal, 'ask'>,
  service: string,
  away: readonly Away[],
  now: number,
): Promise<readonly DigestPart[]> =>
  Promise.all(
    away.map(async ({ project, from }) => ({
      project,
      time: { from, to: now },
      events: await journal.ask(journalRecords, 'since', { service, project }, from - EARLIER_MS),
    })),
  );

declare module '../../store/controller.ts' {
  interface JournalReaders {
    /** Since a time, until another one; null for now. Milliseconds since 1970. */
    readonly digest?: (since: readonly Away[], until: number | null) => Promise<readonly DigestPart[]>;
    /** Cost of a past time; null when the journal can't be read. */
    readonly digestCost?: (wanted: WantedSpend) => Promise<Spend | null>;
  }
}

/** The last absence from the shown projects, or some hours ago. */
export function digestSince(state: ConsoleState): readonly Away[] {
  const { connected, now } = state;
  const away = awayOf(state);
  const first = away.length === 0 ? now - USUAL_MS : Math.min(...away.map(({ from }) => from));
  return projectsOf(connected).map(
    (project) => away.find((one) => one.project === project) ?? { project, from: first },
  );
}

function digestEventsAdded(state: ConsoleState, events: readonly JournalEvent[]): ConsoleState {
  const summary = summaryOf(state);
  if (summary === null || summary.parts === null) return state;
  const parts = summary.parts.map((part, n) => ({
    ...part,
    time: { ...part.time, to: state.now },
    // Events of all parts count together.
    events: n === 0 ? [...part.events, ...events].slice(-MAX_EVENTS) : part.events,
  }));
  return { ...state, summary: { ...summary, parts } };
}

/**
 * Opens the digest once the first complete lists after an absence of `afterMs` are recorded; for a project shown later
 * it says so in one line.
 */
export function createDigestOpener(
  { store, change, journal, scopes }: FollowerAccess,
  afterMs: number | null,
): Follower {
  let waits = false;
  let begun = 0;

  const findAbsence = async (own: number): Promise<void> => {
    const { now } = store.getState();
    const shown = scopes();
    // Before this program records its lists.
    const times = await Promise.all(
      shown.map(async (scope) =>
        latestOf(
          await Promise.all([
            journal.act(journalRecords, 'askedAt', scope, 'bids'),
            journal.act(bidJournal, 'bidsReadAt', scope),
          ]),
        ),
      ),
    );
    if (own !== begun) return;
    const away = shown.flatMap(({ project }, n): readonly Away[] => {
      const from = times[n] ?? null;
      return from === null || afterMs === null || now - from < afterMs ? [] : [{ project, from }];
    });
    waits = away.length > 0;
    change((state) => ({ ...state, away }));
    // The lists may have come meanwhile.
    look();
  };

  const findDigest = async (own: number): Promise<void> => {
    const state = store.getState();
    const parts = await digestParts(journal, scopes()[0]?.service ?? '', awayOf(state), state.now);
    if (own === begun) change((now) => digestFound(now, parts, begun === 1));
  };

  const look = (): void => {
    if (!waits || !areComplete(store.getState())) return;
    waits = false;
    void findDigest(begun);
  };

  return {
    eventsArrived: digestEventsAdded,

    begin: (): void => {
      begun += 1;
      waits = false;
      void findAbsence(begun);
    },

    caughtUp: look,
  };
}

/** Whether the lists show all changes: a row is gone once two lists in a row miss it. */
function areComplete({ lists }: ConsoleState): boolean {
  return serviceLists.every((name) => {
    const list = lists[name];
    if (name !== 'bids' && name !== 'instances') return list.fetchedAt !== null || list.failure !== null;
    return list.fetchedAt !== null && list.observed.previousSequence !== null;
  });
}

function digestFound(state: ConsoleState, parts: readonly DigestPart[], isStart: boolean): ConsoleState {
  const digest = digestOf(parts, null, contextOf(state));
  const { from, to } = digest.time;
  const away = shortDuration(to - from);
  if (!hasHappened(digest)) return showNotice(state, `Nothing changed in the unobserved ${away}.`);
  if (isStart && state.dialogs.length === 0)
    return { ...pageOpened(state, 'activity'), summary: { parts, away: true } };
  const key = keyNamed(state, 'digest', 'W');
  return showNotice(state, `Some things changed in the unobserved ${away}; ${key} shows them.`);
}
