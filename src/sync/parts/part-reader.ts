import type { PageCursor } from '../../api/list-pages.ts';
import type { ServiceList } from '../../contract/lists.ts';
import type { Cancel } from '../../lib/clock.ts';
import { type Pace, REQUEST_SHARE } from '../../store/defaults.ts';
import { watchedLists } from '../../store/panes/on-screen.ts';
import { projectsOf } from '../../store/state.ts';
import {
  allInView,
  endedInView,
  markedRows,
  oldestOnScreen,
  type PartedList,
  partedLists,
  preemptingRows,
  type RowsToRead,
  rowsAwaited,
  rowsDecidedOn,
  rowsInView,
  type Targets,
  targetsOf,
} from '../../store/targets.ts';
import type { RequestClass } from '../request-schedule.ts';
import { createPartLoop, type PartLoop } from './part-loop.ts';
import { createPartRequests, type PartRequestAccess } from './part-requests.ts';
import { type Part, type Plan, planOf } from './plan.ts';

type PartReaderAccess = PartRequestAccess & {
  readonly pace: () => Pace;
  readonly isWorking: (name: PartedList) => boolean;
};

/** Reads parts of lists too large for their pace: rows in view first. The poller reads complete lists. */
export type PartReader = {
  readonly schedule: () => void;
  readonly viewChanged: () => void;
  readonly stop: () => void;
  /** As soon as possible; false when a complete list is needed instead. */
  readonly poke: (name: ServiceList) => boolean;
  /** For each complete list: its sequence, milliseconds, and pages by project but the first. */
  readonly listArrived: (
    name: ServiceList,
    sequence: number,
    tookMs: number,
    pages: ReadonlyMap<string, readonly PageCursor[]>,
  ) => void;
  readonly isReading: (name: ServiceList) => boolean;
  readonly demand: () => number;
};

export function createPartReader(parts: PartReaderAccess): PartReader {
  const lists = partedLists.map((name) => createListParts(name, parts));
  const partsOf = (name: ServiceList) => lists.find((list) => list.name === name);
  return {
    schedule: () => {
      for (const list of lists) list.schedule();
    },
    viewChanged: () => {
      for (const list of lists) list.viewChanged();
    },
    stop: () => {
      for (const list of lists) list.stop();
    },
    poke: (name) => partsOf(name)?.poke() ?? false,
    listArrived: (name, sequence, tookMs, pages) => partsOf(name)?.listArrived(sequence, tookMs, pages),
    isReading: (name) => partsOf(name)?.isReading() ?? false,
    demand: () => lists.reduce((sum, list) => sum + list.demand(), 0),
  };
}

const SMALL_PAGES = 2;
/** A complete list taking longer, in paces, is read in parts. */
const TOO_SLOW = 1.5;
const LIST_SHARE = 0.5;
/** Parts for the rows in view must take less than this share of the pages. */
const VIEW_SHARE = 0.75;
/** A first list taking longer, in milliseconds, has parts read in between. */
const FIRST_LIST_MS = 2000;
const FIRST_SHARE = 0.2;
/** So long a first list's pages come first, in milliseconds, and the parts' share then. */
const BEGINNING_MS = 30_000;
const BEGINNING_SHARE = 0.3;
/** Greatest age of rows in view, with a margin, in milliseconds. */
const FRESH_MS = 2800;
const VIEW_MS = 150;
/** Shortest time between two turns while scrolling, in milliseconds, and their share. */
const SCROLL_MS = 300;
const SCROLL_SHARE = 0.65;
const NO_PLAN: Plan = { parts: [], requests: 0 };

type Turn = {
  readonly name: string;
  readonly of: RequestClass;
  readonly rows: RowsToRead;
  readonly leastMs?: number;
  /** Goes on without the terminal's focus. */
  readonly unattended?: true;
  /** Of the requests; with more its turns are further apart. */
  readonly share: number;
  /** If slow answers would make rows older than three seconds. */
  readonly shareIfSlow?: number;
  /** To find rows that are new in these parts. */
  readonly toTheEnd?: true;
};

const PREEMPTING_MS = 7000;

/** The most urgent first: a row is read in its first turn. */
const TURNS: readonly Turn[] = [
  { name: 'view', of: 'view', rows: rowsInView, share: 0.52, shareIfSlow: 0.6 },
  { name: 'pending', of: 'pending', rows: rowsAwaited, unattended: true, share: 0.3 },
  { name: 'decided', of: 'pending', rows: rowsDecidedOn, unattended: true, share: 0.3 },
  { name: 'marked', of: 'pending', rows: markedRows, share: 0.2 },
  // Parts by status bring newly preempted rows, too.
  {
    name: 'preempting',
    of: 'preempting',
    rows: preemptingRows,
    leastMs: PREEMPTING_MS,
    unattended: true,
    share: 0.3,
    toTheEnd: true,
  },
  { name: 'ended', of: 'ended', rows: endedInView, share: 0.2 },
];

function createListParts<Name extends PartedList>(name: Name, parts: PartReaderAccess) {
  const { store, clock, pace, budget } = parts;
  const requests = createPartRequests(name, parts);
  let completeMs = 0;
  let viewRequests: number | null = null;
  let coversEnded = false;
  /** An answer could not be read: parts wait for the next complete list. */
  let isBlocked = false;
  let viewTimer: Cancel | null = null;
  let lookups = new AbortController();
  const demands = new Map<Turn, { readonly requests: number; readonly everyMs: number }>();

  /** Parts bring the rows in view sooner, or in fewer requests, than the complete list. */
  const isNeeded = (): boolean => {
    const { pages, fetchedAt, partialSince } = store.getState().lists[name];
    if (fetchedAt === null) return partialSince !== null && clock.now() - partialSince > FIRST_LIST_MS;
    const patience = pace().visibleMs * TOO_SLOW;
    if (completeMs * REQUEST_SHARE > patience || pages / (budget.perMs() * LIST_SHARE) > patience) return true;
    return pages > SMALL_PAGES && (viewRequests === null || viewRequests <= pages * VIEW_SHARE);
  };
  const isReading = (): boolean => !isBlocked && parts.isWorking(name) && isNeeded();

  const pageSize = (): number => {
    const { rows, pages, loading } = store.getState().lists[name];
    return Math.max(1, Math.ceil(rows.size / Math.max(1, pages, loading?.pages ?? 1)));
  };

  const planFor = (targets: Targets, toTheEnd: boolean): Plan => {
    const state = store.getState();
    const known = { rows: new Set([...targets.rows].filter((fid) => !requests.awaitsList(fid))), bids: targets.bids };
    if (known.rows.size + known.bids.size === 0) return NO_PLAN;
    const { isUsable, pagesOf, isMoved } = requests;
    const limits = { isUsable, pagesOf, isMoved, pageSize: pageSize(), toTheEnd };
    const plans = projectsOf(state.connected).map((project) => planOf(state, name, project, known, limits));
    return {
      parts: plans.flatMap((plan) => plan.parts),
      requests: plans.reduce((sum, { requests }) => sum + requests, 0),
    };
  };

  const planForView = (): Plan => {
    const state = store.getState();
    const live = planFor(targetsOf(state, name, rowsInView, []), false);
    const hasEnded = endedInView(state, name).length > 0;
    const all = hasEnded ? planFor(targetsOf(state, name, allInView, []), false) : live;
    coversEnded = all.requests <= live.requests;
    viewRequests = live.requests;
    return coversEnded ? all : live;
  };

  const planForTurn = (turn: Turn): Plan => {
    const state = store.getState();
    if (!watchedLists(state).has(name) && turn.unattended !== true) return NO_PLAN;
    if (turn.rows === rowsInView) return planForView();
    if (turn.rows === endedInView && (coversEnded || isFirst())) return NO_PLAN;
    const before = TURNS.slice(0, TURNS.indexOf(turn)).map(({ rows }) => rows);
    return planFor(targetsOf(state, name, turn.rows, before), turn.toTheEnd === true);
  };

  const isFirst = (): boolean => store.getState().lists[name].fetchedAt === null;
  /** Most lists are complete soon, with far fewer requests. */
  const isBeginning = (): boolean => {
    const { partialSince } = store.getState().lists[name];
    return isFirst() && partialSince !== null && clock.now() - partialSince < BEGINNING_MS;
  };

  /** Longer when turns would take more than their share of the requests. */
  const everyFor = ({ leastMs = 0, share, shareIfSlow }: Turn, requests: number, tookMs: number): number => {
    const { visibleMs, hiddenMs } = pace();
    const base = Math.max(visibleMs, leastMs, watchedLists(store.getState()).has(name) ? 0 : hiddenMs);
    const within = (most: number): number => requests / (budget.perMs() * most);
    if (isBeginning()) return Math.max(base, within(Math.min(share, BEGINNING_SHARE)));
    if (shareIfSlow !== undefined)
      return Math.max(base, within(shareIfSlow), Math.min(within(share), FRESH_MS - tookMs));
    return Math.max(base, within(isFirst() ? Math.min(share, FIRST_SHARE) : share));
  };

  const loopFor = (turn: Turn): PartLoop =>
    createPartLoop({
      clock,
      isReading,
      plan: () => planForTurn(turn),
      everyMs: (requests, tookMs) => everyFor(turn, requests, tookMs),
      leastMs: (requests) => Math.max(SCROLL_MS, requests / (budget.perMs() * SCROLL_SHARE)),
      send: (part, signal, waited) => send(part, turn.of, signal, waited),
      expects: (requests) => {
        budget.expect(`${name} ${turn.name}`, turn.of, requests);
        if (requests === 0) demands.delete(turn);
        else demands.set(turn, { requests, everyMs: everyFor(turn, requests, 0) });
      },
    });

  /** The next turn doesn't wait for these lookups. */
  const send = async (
    part: Part,
    of: RequestClass,
    signal: AbortSignal,
    waited: (ms: number) => void,
  ): Promise<void> => {
    await read(part, of, signal, waited);
    if (signal.aborted) return;
    // The operator awaits news of a preempted row.
    const ofLookup = of === 'preempting' ? 'pending' : of;
    for (const lookup of requests.lookups(ofLookup, pageSize()))
      void read(lookup, ofLookup, lookups.signal, () => undefined);
  };
  const read: typeof send = async (part, of, signal, waited) => {
    if ((await requests.send(part, of, signal, waited)) === 'blocked') isBlocked = true;
  };

  const loops = TURNS.map((turn) => ({ turn, loop: loopFor(turn) }));

  return {
    name,
    schedule: (): void => {
      for (const { loop } of loops) loop.schedule();
    },
    demand: (): number => [...demands.values()].reduce((sum, { requests, everyMs }) => sum + requests / everyMs, 0),
    isReading,
    viewChanged: (): void => {
      viewTimer ??= clock.after(VIEW_MS, () => {
        viewTimer = null;
        const oldest = oldestOnScreen(store.getState(), name);
        if (oldest === null || clock.now() - oldest < pace().visibleMs) return;
        for (const { turn, loop } of loops) if (turn.of === 'view' || turn.of === 'ended') loop.soon();
      });
    },
    stop: (): void => {
      viewTimer?.();
      viewTimer = null;
      for (const { loop } of loops) loop.stop();
      lookups.abort();
      lookups = new AbortController();
    },
    poke: (): boolean => {
      // A created row is in no known part.
      const creates = store.getState().pending.some(({ write }) => write.list === name && write.fid === null);
      if (creates || !isReading()) return false;
      for (const { turn, loop } of loops) if (turn.of === 'view' || turn.of === 'pending') loop.again();
      return true;
    },
    listArrived: (sequence: number, tookMs: number, pages: ReadonlyMap<string, readonly PageCursor[]>): void => {
      completeMs = tookMs;
      isBlocked = false;
      requests.listArrived(sequence, pages);
      viewRequests = null;
      if (watchedLists(store.getState()).has(name)) planForView();
    },
  };
}
