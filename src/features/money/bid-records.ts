import type { StoreApi } from 'zustand/vanilla';
import type { RuntimeAccess } from '../../app/runtime-part.ts';
import { localZone } from '../../lib/calendar.ts';
import type { Cancel, Clock } from '../../lib/clock.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { firstWhere } from '../../lib/first-where.ts';
import { type Interval, joined } from '../../lib/intervals.ts';
import { atOnce, nextSlice, type Work } from '../../lib/work.ts';
import type { OpenDialog } from '../../store/dialog-state.ts';
import type { ConsoleState } from '../../store/state.ts';
import { demandsOf } from '../../store/state-part.ts';
import { type BidRecord, type BidRecords, type BidSteps, recordsOfProjects } from './bid-record.ts';
import { budgetCostsInParts, costsInParts, forgetCosts, spendsInParts } from './cost-history.ts';
import type { BidJournal } from './journal.ts';
import { bidRecordsOf, computingOf, RECORDED_MS } from './known-records.ts';
import { pairPricesInParts } from './pair-prices.ts';
import { type PriceFolds, priceFolds } from './price-bands.ts';
import { priceRowsInParts } from './price-row.ts';
import { STRIP_MS, showsPriceStrip } from './price-strip.ts';
import { recordsKnown } from './prices.ts';
import { budgetsChecked, hasSpendBudget } from './spend-budgets.ts';

/** Time between two readings while something on screen needs them, in milliseconds. */
const AGAIN_MS = 5000;
/** The same two while only the budgets per day and per month need them: a month is enough. */
const BUDGET_MS = 32 * DAY_MS;
const BUDGET_AGAIN_MS = 30_000;
/** Time for which what was read stays while nothing needs so much of it any more, in milliseconds. */
const KEPT_MS = 60_000;
/** Bids that take as long to be listed as one row to be read. */
const BIDS_OF_UNIT = 10;
/** How long after a list was requested a console may still write its steps, in milliseconds. */
const LATE_MS = 60_000;

/** The dialogs that show costs, or prices for a limit price. */
const DIALOGS: readonly OpenDialog['kind'][] = ['exposure', 'price-chart', 'form'];

/** How far back what is shown or decided now needs the records, in milliseconds; 0 when nothing does. */
function shownMs(state: ConsoleState): number {
  const isShown = state.focus === 'prices' || state.dialogs.some(({ kind }) => DIALOGS.includes(kind));
  const demanded = demandsOf(state).flatMap(({ bidRecordsMs }) => bidRecordsMs ?? []);
  return Math.max(0, isShown ? RECORDED_MS : 0, showsPriceStrip(state) ? STRIP_MS : 0, ...demanded);
}

/** Whether something that is shown or decided now needs the records. */
export const needsRecords = (state: ConsoleState): boolean => state.shownInstead === null && shownMs(state) > 0;

/** How far back the records have to reach, how often they are read, in milliseconds, and what is computed from them. */
type Need = {
  readonly spanMs: number;
  readonly againMs: number;
  readonly what: 'budgets' | 'everything';
  readonly times: readonly Interval[];
};

/** What is needed of the records; null when nothing needs them. */
function needOf(state: ConsoleState, always: boolean): Need | null {
  if (always) return { spanMs: RECORDED_MS, againMs: AGAIN_MS, what: 'everything', times: [] };
  if (state.shownInstead !== null) return null;
  const budgetMs = hasSpendBudget(state.connected) ? BUDGET_MS : 0;
  const spanMs = shownMs(state);
  const times = demandsOf(state).flatMap(({ spends = [] }) => spends);
  if (spanMs > 0) return { spanMs: Math.max(spanMs, budgetMs), againMs: AGAIN_MS, what: 'everything', times };
  return budgetMs > 0 ? { spanMs: budgetMs, againMs: BUDGET_AGAIN_MS, what: 'budgets', times } : null;
}

/** A runtime whose records are read. */
type RecordReading = Pick<RuntimeAccess, 'change' | 'scopes'> & {
  readonly store: Pick<StoreApi<ConsoleState>, 'getState'>;
  readonly journal: Pick<BidJournal, 'bidRecordsInParts' | 'bidRecordsAfter'>;
  readonly clock: Pick<Clock, 'after' | 'steady'>;
  /** Rows, steps or bids of the first slice and of each further one. */
  readonly slices?: { readonly first: number; readonly next: number };
  /** Whether they are read even while nothing on screen needs them. */
  readonly always?: boolean;
};

/** Records with what was computed from them. */
type Computed = {
  readonly records: BidRecords;
  /** How far back they reach, in milliseconds since 1970. */
  readonly from: number;
  /** How far back something needed them when they were first read, in milliseconds. */
  readonly spanMs: number;
  readonly what: Need['what'];
  readonly times: Need['times'];
  /** What the price bands are cut from, of all projects and of the one that is shown. */
  readonly folds: PriceFolds;
  readonly ownFolds: PriceFolds;
};

const NO_FOLDS: PriceFolds = new Map();

/** A reading that goes on: what it was begun for, and how it is stopped. */
type Reading = Pick<Computed, 'from' | 'spanMs' | 'what'> & { readonly stop: () => void };

/**
 * Rows, steps or bids that are looked at in one slice: some milliseconds, between which keys and frames have their turn. After the first
 * one what small journals have is known.
 */
export const SLICES = { first: 800, next: 500 };
/** Time after which a slice ends early, in milliseconds: code that has just begun to run is slow. */
const SLICE_MS = 6;
/** Slices after which the screen says how far a first reading is. */
const TOLD_EACH = 300;

/**
 * Reads the records from the journal when something on screen needs them, and what came since every few seconds, and computes from them
 * whatever is shown. All of it is done in slices, and nothing of it is in the state before it is complete.
 */
export function createRecordReader({
  store,
  change,
  journal,
  scopes,
  clock,
  slices: length = SLICES,
  always = false,
}: RecordReading) {
  let known: Computed | null = null;
  let reading: Reading | null = null;
  /** When all that is read was needed last, by the steady clock. */
  let neededAt = 0;

  const stop = (): void => {
    reading?.stop();
    reading = null;
  };

  const tell = (next: ConsoleState['recordsComputing']): void =>
    change((state) => (computingOf(state) === next ? state : { ...state, recordsComputing: next ?? null }));

  /** Takes over what was computed; null when the journal could not be read, which the next second tries again. */
  const finished = (computed: Computed | null): void => {
    reading = null;
    if (computed === null) {
      tell(null);
      return;
    }
    known = computed;
    change((before) => budgetsChecked(before, recordsKnown({ ...before, recordsComputing: null }, computed.records)));
  };

  /** Begins a reading. What needs little is known at once. */
  const begin = (before: Computed | null, wanted: Pick<Computed, 'from' | 'spanMs' | 'what' | 'times'>): void => {
    let cancel: Cancel = () => undefined;
    let slices = 0;
    let units = 0;
    const own: Reading = { ...wanted, stop: () => cancel() };
    reading = own;
    if (before === null) neededAt = clock.steady();
    const work = computed(before, wanted);
    const goOn = (): void => {
      const begun = clock.steady();
      const isLate = (): boolean => clock.steady() - begun >= SLICE_MS;
      // What the first one finishes must not depend on the machine.
      const slice = slices === 0 ? nextSlice(work, length.first) : nextSlice(work, length.next, isLate);
      if (slice.kind === 'done') {
        finished(slice.result);
        return;
      }
      slices += 1;
      units += slice.units;
      if (bidRecordsOf(store.getState()) === null && slices % TOLD_EACH === 1) tell({ done: units });
      // Whoever heard of it may have stopped it.
      if (reading === own) cancel = clock.after(0, goOn);
    };
    goOn();
  };

  /** Reads and computes in parts, from what is known before. */
  function* computed(
    before: Computed | null,
    { from, spanMs, what, times }: Pick<Computed, 'from' | 'spanMs' | 'what' | 'times'>,
  ): Work<Computed | null> {
    const records = yield* before === null ? wholeRecords(from) : newer(before.records);
    if (records === null) return null;
    const zone = localZone(records.readAt);
    const base = { records, from, spanMs, what, times };
    if (what === 'budgets') {
      yield* budgetCostsInParts(records, zone);
      return { ...base, folds: NO_FOLDS, ownFolds: NO_FOLDS };
    }
    const folds = yield* priceFolds(records.records, before?.folds ?? NO_FOLDS);
    yield* priceRowsInParts(records);
    yield* costsInParts(records, zone);
    yield* spendsInParts(records, times);
    // What rules decide from is of one project.
    const shown = recordsOfProjects(records, [store.getState().connected.project]);
    if (shown === records) return { ...base, folds, ownFolds: folds };
    const ownFolds = yield* priceFolds(shown.records, before?.ownFolds ?? NO_FOLDS);
    yield* pairPricesInParts(shown);
    yield* costsInParts(shown, zone);
    return { ...base, folds, ownFolds };
  }

  /** All records since a time. Steps that are written meanwhile may be missing: they come with the next reading. */
  function* wholeRecords(from: number): Work<BidRecords | null> {
    const { now } = store.getState();
    const records = yield* journal.bidRecordsInParts(scopes(), { from, to: now });
    return records === null ? null : { records, readAt: now };
  }

  /** Records with what has come since they were read. */
  function* newer({ records, readAt }: BidRecords): Work<BidRecords | null> {
    const { now } = store.getState();
    const since = yield* journal.bidRecordsAfter(scopes(), readAt - LATE_MS);
    if (since === null) return null;
    const next: BidRecord[] = [];
    for (const record of records) {
      const own = since.find(({ project }) => project === record.project);
      next.push(own === undefined ? record : yield* extendedInParts(record, own));
    }
    return { records: next, readAt: now };
  }

  const forget = (): void => {
    stop();
    known = null;
    forgetCosts();
    tell(null);
    change((state) => (bidRecordsOf(state) === null ? state : recordsKnown(state, null)));
  };

  /** Whether more was read than something has needed for a while. */
  const isTooMuch = (need: Need | null): boolean => {
    const held = reading ?? known;
    if (held === null) return false;
    const isNeeded =
      need !== null && need.spanMs >= held.spanMs && (need.what === held.what || held.what === 'budgets');
    if (isNeeded) neededAt = clock.steady();
    return clock.steady() - neededAt >= KEPT_MS;
  };

  return {
    readDue: (): void => {
      const state = store.getState();
      const need = needOf(state, always);
      if (isTooMuch(need)) {
        if (need === null) {
          forget();
          return;
        }
        stop();
        forgetCosts();
        known = null;
        const { spanMs, what, times } = need;
        // What is shown stays until less was read.
        begin(null, { from: state.now - spanMs, spanMs, what, times });
        return;
      }
      if (need === null) return;
      const { now } = state;
      const from = now - need.spanMs;
      const serves = (one: Pick<Computed, 'from' | 'what'>): boolean =>
        one.from <= from && (one.what === 'everything' || need.what === 'budgets');
      const hasTimes = (one: Pick<Computed, 'times'>): boolean =>
        need.times.every(({ from: begin, to }) => one.times.some((time) => time.from === begin && time.to === to));
      // Times that it does not know of are quickly added once it is complete.
      if (reading !== null && serves(reading)) return;
      const isKnown = known !== null && serves(known) && bidRecordsOf(state) !== null;
      if (isKnown && known !== null && hasTimes(known) && now - known.records.readAt < need.againMs) return;
      stop();
      const before = known !== null && known.from <= from ? known : null;
      // Nothing of a shorter time is taken for what is needed now.
      if (!isKnown && bidRecordsOf(state) !== null) change((one) => recordsKnown(one, null));
      const what = need.what === 'everything' ? need.what : (before?.what ?? need.what);
      begin(before, {
        from: before?.from ?? from,
        spanMs: before?.spanMs ?? need.spanMs,
        what,
        times: need.times,
      });
    },
    forget,
    /** Ends a reading that goes on. */
    stop,
  };
}

/** A record with the steps and the observed time since. The steps of bids without new ones stay the same objects. */
export const extendedRecord = (record: BidRecord, since: BidRecord): BidRecord =>
  atOnce(extendedInParts(record, since));

/** The same in parts. */
function* extendedInParts(record: BidRecord, since: BidRecord): Work<BidRecord> {
  if (since.bids.length === 0 && since.observed.length === 0) return record;
  const bids = new Map(record.bids.map((one): [string, BidSteps] => [one.traits.bid, one]));
  yield Math.ceil(record.bids.length / BIDS_OF_UNIT);
  for (const { traits, steps } of since.bids) {
    const known = bids.get(traits.bid)?.steps ?? [];
    const newer = steps.filter(({ at }) => known[firstWhere(known, (one) => one.at >= at)]?.at !== at);
    const last = known.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    // A slow console may write a step before one that is known.
    const isInOrder = newer.every(({ at }) => at > last);
    const all = [...known, ...newer];
    if (!isInOrder) all.sort((one, other) => one.at - other.at);
    if (newer.length > 0) bids.set(traits.bid, { traits, steps: all });
    yield steps.length;
  }
  return { ...record, bids: [...bids.values()], observed: joined([...record.observed, ...since.observed]) };
}
