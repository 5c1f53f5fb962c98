import type { JournalEvent } from '../../changes/change-event.ts';
import type { Journal } from '../../journal/journal.ts';
import { HOUR_MS, shortDuration } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import { serviceLists } from '../../resources/index.ts';
import { showNotice } from '../../store/activity.ts';
import { dialogChanged, dialogOpened } from '../../store/dialogs/dialog-stack.ts';
import type { Follower, FollowerAccess } from '../../store/journal-sync.ts';
import { keyNamed } from '../../store/key-names.ts';
import { projectsOf } from '../../store/projects.ts';
import { contextOf } from '../../store/row-context.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { BidRecords } from '../money/bid-record.ts';
import { bidJournal, lastReadAt } from '../money/journal.ts';
import { digestOf, hasHappened } from './digest.ts';
import type { DigestPart } from './part.ts';

/** A project whose lists nobody had read since a time when this console began to show it. Milliseconds since 1970. */
type Away = { readonly project: string; readonly from: number };

declare module '../../store/state.ts' {
  interface ConsoleState {
    readonly away?: readonly Away[];
  }
}

/** The shown projects that nobody had looked at for long; none before the journal was asked. */
const awayOf = ({ away = [] }: ConsoleState): readonly Away[] => away;

/** Time that a digest covers when no absence is known, in milliseconds. */
const USUAL_MS = 8 * HOUR_MS;
/** Most events of an open digest. */
const MAX_EVENTS = 10_000;

/** What the journal has of projects since nobody looked. Changes that the last list showed were seen. */
export function digestParts(
  journal: Pick<Journal, 'since'>,
  service: string,
  away: readonly Away[],
  now: number,
): readonly DigestPart[] {
  return away.map(({ project, from }) => ({
    project,
    time: { from, to: now },
    events: journal.since({ service, project }, from + 1),
  }));
}

declare module '../../store/controller.ts' {
  interface JournalReaders {
    /** What happened in projects since a time, until another one; null for now. Milliseconds since 1970. */
    readonly digest?: (since: readonly Away[], until: number | null) => readonly DigestPart[];
    /** Reads how bids stood in a time, and what it cost; calls the function with it once it has. */
    readonly digestRecords?: (time: Interval, found: (records: BidRecords) => void) => void;
  }
}

/** Since when a digest of all shown projects begins: with the last absence, or some hours ago. */
export function digestSince(state: ConsoleState): readonly Away[] {
  const { connected, now } = state;
  const away = awayOf(state);
  const first = away.length === 0 ? now - USUAL_MS : Math.min(...away.map(({ from }) => from));
  return projectsOf(connected).map(
    (project) => away.find((one) => one.project === project) ?? { project, from: first },
  );
}

/** Adds new events to an open digest. */
function digestEventsAdded(state: ConsoleState, events: readonly JournalEvent[]): ConsoleState {
  return dialogChanged(state, 'digest', (dialog) => ({
    ...dialog,
    parts: dialog.parts.map((part, n) => ({
      ...part,
      time: { ...part.time, to: state.now },
      // The events of all parts count together.
      events: n === 0 ? [...part.events, ...events].slice(-MAX_EVENTS) : part.events,
    })),
  }));
}

/**
 * Opens the digest once the first complete lists after an absence are recorded. When another project is shown later, one line says so.
 * `afterMs` is the absence from which on it opens, in milliseconds; null when it never does.
 */
export function createDigestOpener(
  { store, change, journal, scopes }: FollowerAccess,
  afterMs: number | null,
): Follower {
  const read = bidJournal(journal);
  let waits = false;
  let begun = 0;

  return {
    eventsArrived: digestEventsAdded,

    /** Finds out since when nobody looked at the shown projects, before their lists are recorded. */
    begin: (): void => {
      const { now } = store.getState();
      const away = scopes().flatMap((scope): readonly Away[] => {
        const from = afterMs === null ? null : lastReadAt(read, scope);
        return from === null || afterMs === null || now - from < afterMs ? [] : [{ project: scope.project, from }];
      });
      begun += 1;
      waits = away.length > 0;
      change((state) => ({ ...state, away }));
    },

    caughtUp: (): void => {
      const state = store.getState();
      if (!waits || !areComplete(state)) return;
      waits = false;
      const parts = digestParts(journal, scopes()[0]?.service ?? '', awayOf(state), state.now);
      change((now) => digestFound(now, parts, begun === 1));
    },
  };
}

/** Whether the lists show all that changed: a row is gone when two lists in a row miss it. */
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
  if (isStart && state.dialogs.length === 0) return dialogOpened(state, { kind: 'digest', parts, away: true, at: 0 });
  const key = keyNamed(state, 'digest', 'W');
  return showNotice(state, `Some things changed in the unobserved ${away}; ${key} shows them.`);
}
