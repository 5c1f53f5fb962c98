import type * as z from 'zod';
import type { ForeignReads } from '../../api/client.ts';
import type { Outcome } from '../../api/result.ts';
import { readInstancePrices } from '../../contract/extras/instance-history.ts';
import { DAY_MS, isoTime, MINUTE_MS } from '../../lib/duration.ts';
import type { Interval } from '../../lib/intervals.ts';
import type { Money } from '../../lib/money.ts';
import { isStatus } from '../../resources/parts/status.ts';
import type { ConsoleState } from '../../store/state.ts';
import { auctionOf } from './auctions.ts';
import { type HourUnit, type OpenCharge, ofInstance, unitOfCharges } from './charge-unit.ts';
import type { Ask, Extra, ExtraFault, Send } from './extra.ts';

/** Between two readings, and between two pages of one, in milliseconds. */
const EVERY_MS = 5 * MINUTE_MS;
const NEXT_PAGE_MS = 10_000;
/** After so long without a page the reading begins again: a cursor may have an end. In milliseconds. */
const CURSOR_MS = 2 * MINUTE_MS;
/** Instances of a page at first, fewer after an answer that is too large; and most pages of a reading. */
const PAGE = 25;
const TOO_LARGE = 'it is too large';
const MOST_PAGES = 500;
/** How far back charges are read, the last day first: a month and a day. In milliseconds. */
const FIRST_MS = 32 * DAY_MS;
/** The longest time of one reading, in milliseconds. */
const LONGEST_MS = DAY_MS;
/** Readings begin with a quarter hour, one before the end of the last: a service may say a charge late. */
const QUARTER_MS = 15 * MINUTE_MS;
/** How far ahead of this machine's clock a service may be, in milliseconds. */
const AHEAD_MS = MINUTE_MS;

/** What one instance was charged an hour in a time. */
export type InstanceCharge = Interval & { readonly rate: Money };

/** All charges of a project in a time. */
export type ChargeReading = {
  readonly time: Interval;
  readonly instances: readonly { readonly bid: string | null; readonly charges: readonly InstanceCharge[] }[];
};

type Page = z.output<typeof readInstancePrices.answer.of>;
type Rows = Page['instances'];

/** The reading of a project's charges. */
type ProjectReading = {
  /** All charges in it are known; null for never. */
  readonly known: Interval | null;
  readonly askedAt: number | null;
  /** When the charges until now were read. */
  readonly doneAt: number | null;
  readonly unit: HourUnit | null;
  /** The unit did not show: it may later. */
  readonly waits: boolean;
  readonly page: number;
  /** Pages of a reading that began at a time; the cursor is that of the next one. */
  readonly begun: {
    readonly window: Window;
    readonly at: number;
    readonly cursor: string;
    readonly pages: number;
    readonly rows: Rows;
  } | null;
  readonly last: ChargeReading | null;
};

/** A time to read; until now for null. */
type Window = { readonly from: number; readonly to: number | null };

declare module './state.ts' {
  interface KnownExtras {
    /** By project; asked for where the journal can keep them. */
    readonly charges?: ReadonlyMap<string, ProjectReading>;
  }
}

const fault = (why: string): { readonly ok: false; readonly error: ExtraFault } => ({
  ok: false,
  error: { kind: 'unexpected', why },
});

/** Null when the charges of each instance are in order, and end before the next ones. */
function faultIn(rows: Rows, now: number): string | null {
  for (const { events } of rows) {
    for (const [n, { start_time, end_time }] of events.entries()) {
      const next = events[n + 1];
      if (start_time > now + AHEAD_MS) return 'a charge begins in the future';
      if (next !== undefined && (end_time === null || end_time > next.start_time))
        return 'two charges of one instance are of the same time';
    }
  }
  const instances = new Set(rows.map(({ instance_fid }) => instance_fid));
  return instances.size === rows.length ? null : 'an instance is there twice';
}

async function readPage(
  reads: ForeignReads,
  path: Extra['path'],
  signal: AbortSignal,
  asked: { readonly project: string; readonly window: Window; readonly page: number; readonly cursor: string | null },
): Promise<Outcome<Page, ExtraFault>> {
  const { project, window, page, cursor } = asked;
  const { from, to } = window;
  const query = { project, start_time: isoTime(from), end_time: isoTime(to), limit: page, next_cursor: cursor };
  return reads.readForeign({ ...readInstancePrices, path }, { query }, { signal });
}

function sendFor(state: ConsoleState, project: string, known: ProjectReading): Send {
  return async (reads, path, signal) => {
    const begun = isOver(known, state.now) ? null : known.begun;
    const window = begun?.window ?? nextWindow(known, state.now);
    const { page } = known;
    const answer = await readPage(reads, path, signal, { project, window, page, cursor: begun?.cursor ?? null });
    if (!answer.ok && page > 1 && answer.error.kind === 'unreadable-answer' && answer.error.why === TOO_LARGE) {
      const smaller = { ...known, page: Math.ceil(page / 5), begun: null };
      return { ok: true, value: (readAt) => (now) => withProject(now, project, { ...smaller, askedAt: readAt }) };
    }
    if (!answer.ok) return answer;
    const rows = [...(begun?.rows ?? []), ...answer.value.instances];
    const why = faultIn(rows, state.now);
    if (why !== null) return fault(why);
    const { next_cursor: cursor } = answer.value;
    const pages = (begun?.pages ?? 0) + 1;
    if (cursor !== null && (cursor === begun?.cursor || pages >= MOST_PAGES)) return fault('its pages do not end');
    const judged = cursor === null ? unitOfCharges(openCharges(rows, state), known.unit) : null;
    if (judged?.kind === 'contradiction') return fault(judged.why);
    const unit = judged?.kind === 'unit' ? judged.unit : known.unit;
    const isJudged = judged?.kind === 'unit';
    return {
      ok: true,
      value: (readAt) => {
        const at = begun?.at ?? readAt;
        const next =
          cursor === null
            ? withReading({ ...known, unit }, isJudged ? rows : null, window, at, state)
            : { ...known, begun: { window, at, cursor, pages, rows } };
        return (now) => withProject(now, project, { ...next, askedAt: readAt });
      },
    };
  };
}

const isOver = ({ askedAt }: ProjectReading, now: number): boolean => askedAt === null || now - askedAt > CURSOR_MS;

/** Charges in a unit that nothing shows are asked for again. */
function withReading(
  reading: ProjectReading,
  rows: Rows | null,
  window: Window,
  at: number,
  state: ConsoleState,
): ProjectReading {
  const { unit, known } = reading;
  const time = { from: window.from, to: window.to ?? at };
  const instances = rows === null || unit === null ? null : instancesIn(rows, unit, time, state);
  if (instances === null || time.to <= time.from) return { ...reading, begun: null, waits: true };
  const all = [time, ...(isNear(known, time) ? [known] : [])];
  return {
    ...reading,
    ...{ begun: null, waits: false, last: { time, instances } },
    known: { from: Math.min(...all.map(({ from }) => from)), to: Math.max(...all.map(({ to }) => to)) },
    doneAt: window.to === null ? at : reading.doneAt,
  };
}

const isNear = (known: Interval | null, { from, to }: Interval): known is Interval =>
  known !== null && from <= known.to && to >= known.from;

/** What was charged since the last reading, then what was charged before the first one, day by day. */
function nextWindow({ known, doneAt, unit }: ProjectReading, now: number): Window {
  const first = quarterAt(now - FIRST_MS);
  if (known === null || known.to < first || known.to > now) return { from: quarterAt(now - LONGEST_MS), to: null };
  const from = Math.max(known.from, quarterAt(known.to) - QUARTER_MS);
  if (from + LONGEST_MS < now) return { from, to: from + LONGEST_MS };
  const isRead = doneAt !== null && doneAt <= now && now - doneAt < EVERY_MS;
  if (isRead && unit !== null && known.from > first)
    return { from: Math.max(first, quarterAt(known.from - LONGEST_MS)), to: known.from };
  return { from, to: null };
}

/** A reading that is not whole, or goes back, does not wait for the next five minutes. */
function everyMs(reading: ProjectReading, now: number): number {
  if (reading.waits) return EVERY_MS;
  return reading.begun !== null || nextWindow(reading, now).to !== null || reading.doneAt === null
    ? NEXT_PAGE_MS
    : EVERY_MS;
}

const quarterAt = (at: number): number => Math.floor(at / QUARTER_MS) * QUARTER_MS;

/** Null when the GPUs of a type are not known. */
function instancesIn(
  rows: Rows,
  unit: HourUnit,
  { from, to }: Interval,
  state: ConsoleState,
): ChargeReading['instances'] | null {
  const all: ChargeReading['instances'][number][] = [];
  for (const row of rows) {
    const { type, bid } = placeOf(row, state);
    const charges: InstanceCharge[] = [];
    for (const { price_cents, start_time, end_time } of row.events) {
      const rate = ofInstance(price_cents, type, unit);
      if (rate === null) return null;
      charges.push({ from: Math.max(start_time, from), to: Math.min(end_time ?? to, to), rate });
    }
    all.push({ bid, charges: charges.filter((one) => one.to > one.from) });
  }
  return all;
}

function placeOf({ instance_fid, bid_fid }: Rows[number], { lists }: ConsoleState) {
  const instance = lists.instances.rows.get(instance_fid)?.row;
  const bid = bid_fid ?? instance?.bid ?? null;
  const row = bid === null ? undefined : lists.bids.rows.get(bid)?.row;
  return {
    bid,
    row,
    type: instance?.instance_type ?? row?.instance_type ?? null,
    region: instance?.region ?? row?.region ?? null,
  };
}

const openCharges = (rows: Rows, state: ConsoleState): readonly OpenCharge[] =>
  rows.flatMap((row): OpenCharge | readonly [] => {
    const last = row.events.at(-1);
    if (last === undefined || last.end_time !== null) return [];
    const { type, region, row: bid } = placeOf(row, state);
    const auction = type === null || region === null ? null : auctionOf(state, type, region);
    const limit = bid !== undefined && isStatus(bid.status, 'allocated') ? (bid.limit_price?.amount ?? null) : null;
    return { cents: last.price_cents, type, price: auction?.last_instance_price ?? null, limit };
  });

const withProject = (state: ConsoleState, project: string, reading: ProjectReading): ConsoleState =>
  state.extras?.charges?.has(project) === true
    ? { ...state, extras: { ...state.extras, charges: new Map(state.extras.charges).set(project, reading) } }
    : state;

/** Asks for the charges of projects, but for a time in which all are known; null for none. */
export function chargesWanted(state: ConsoleState, known: ReadonlyMap<string, Interval | null>): ConsoleState {
  const charges = [...known].map(([project, time]): [string, ProjectReading] => [
    project,
    {
      ...{ known: time, page: PAGE, waits: false },
      ...{ askedAt: null, doneAt: null, unit: null, begun: null, last: null },
    },
  ]);
  return { ...state, extras: { ...state.extras, charges: new Map(charges) } };
}

export const instancePrices: Extra = {
  name: 'instance-prices',
  path: readInstancePrices.path,
  says: 'what instances were charged',
  asks: (state) =>
    [...(state.extras?.charges ?? [])].map(
      ([project, known]): Ask => ({
        readAt: known.askedAt,
        everyMs: everyMs(known, state.now),
        isAwaited: false,
        send: sendFor(state, project, known),
      }),
    ),
  trial:
    ({ project }) =>
    async (reads, path, signal) => {
      const answer = await reads.readForeign(
        { ...readInstancePrices, path },
        { query: { project, limit: 1 } },
        { signal },
      );
      if (!answer.ok) return answer;
      const why = faultIn(answer.value.instances, Number.POSITIVE_INFINITY);
      return why === null ? { ok: true, value: () => (state) => state } : fault(why);
    },
};
