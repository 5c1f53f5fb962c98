import * as z from 'zod';
import { BidFid } from '../../../contract/fid.ts';
import { localZone } from '../../../lib/calendar.ts';
import { HOUR_MS, MINUTE_MS } from '../../../lib/duration.ts';
import { system } from '../../../system/system.ts';
import { type CronTime, lastTime, nextTime, timeIn, wrongCron } from '../engine/cron-times.ts';
import type { RuleAction, RuleLogic } from '../engine/decision.ts';
import { ruleKind } from '../engine/kind.ts';
import { BID_MS, LISTS_MS } from '../engine/needs.ts';
import { type CommonRule, type Selection, selectedText } from '../engine/rule.ts';
import { bidsSelected, type RuleBid } from '../engine/view.ts';
import {
  capped,
  common,
  commonOf,
  type FilterSchema,
  selected,
  selectionOf,
  table,
  type Wrong,
  word,
  written,
  wrongBids,
  wrongZone,
  zone,
} from '../engine/written.ts';

/** Pauses bids at times, and resumes only its own pauses. */
export type ScheduleRule = CommonRule & {
  readonly kind: 'schedule';
  readonly bids: Selection;
  /** Cron expressions of five parts. */
  readonly pause: string | null;
  readonly resume: string | null;
  readonly zone: string;
  /** Times passed while nothing ran the rule: the last one is done late, or none. */
  readonly missed: 'catch-up' | 'skip';
};

const hindrances = {
  'not-done': { isSaid: true, help: 'A bid could not be paused or resumed, three times.' },
} as const;
type Reason = keyof typeof hindrances;

const ON_TIME_MS = 2 * MINUTE_MS;
/** Pause after the first failed write; it doubles with the next. */
const AGAIN_MS = MINUTE_MS;
const MOST_TRIES = 3;
/** A clock set back by more than this was wrong before; by less, the passed times are done. */
const LONGEST_BACK_MS = 2 * HOUR_MS;
/** A remembered gap: nothing ran the rule, or the clock was put forward. */
const LEAP_MS = 10 * MINUTE_MS;
/** Gaps differ from the way back, because decisions are some time apart. */
const MOST_LEAPS = 5;
const NEARLY_MS = 3 * MINUTE_MS;

/** A time due now, and the bids still to do. */
const Due = z.object({
  what: z.enum(['pause', 'resume']),
  at: z.int(),
  isLate: z.boolean(),
  fids: z.array(BidFid),
});
type Due = z.output<typeof Due>;

/** How long after its pause a bid may still be listed as allocated. */
const STOPPING_MS = 10 * MINUTE_MS;

/** A service need not list a paused bid as such (section 3), nor at once. */
const PausedBid = z.object({ fid: BidFid, at: z.int(), listed: z.enum(['running', 'stopped', 'paused']) });
type PausedBid = z.output<typeof PausedBid>;

const Leap = z.object({ from: z.int(), to: z.int() });
type Leap = z.output<typeof Leap>;

const Memory = z.object({
  followedTo: z.int().nullable(),
  /** Oldest first. */
  leaps: z.array(Leap).default([]),
  /** Paused by the rule, and how they were listed since. */
  paused: z.array(PausedBid),
  /** Bids of its pause set. */
  members: z.array(BidFid),
  due: Due.nullable(),
  /** Failed writes of the time due now. */
  failed: z.array(z.object({ fid: BidFid, tries: z.int(), at: z.int() })),
});
type Memory = z.output<typeof Memory>;

type ToDo = Pick<Due, 'what' | 'at'>;

/** Daylight saving moves two times to one moment: the later on the wall clock wins. */
const lastOf = (pause: CronTime | null, resume: CronTime | null): ToDo | null =>
  resume !== null && (pause === null || resume.wall > pause.wall)
    ? { what: 'resume', at: resume.at }
    : pause && { what: 'pause', at: pause.at };

/** The latest past time. */
const dueOf = ({ pause, resume, zone }: ScheduleRule, from: number, now: number): ToDo | null =>
  lastOf(lastTime(pause, zone, from, now), lastTime(resume, zone, from, now));

function nextOf(rule: ScheduleRule, now: number): ToDo | null {
  const times = [rule.pause, rule.resume].flatMap((expression) => nextTime(expression, rule.zone, now)?.at ?? []);
  const at = Math.min(...times);
  return times.length === 0 ? null : dueOf(rule, at - 1, at);
}

/** A new time replaces an unfinished one. */
function dueNow(
  rule: ScheduleRule,
  { followedTo, paused, due }: Memory,
  selected: readonly RuleBid[],
  now: number,
): Due | null {
  const fresh = followedTo === null ? null : dueOf(rule, followedTo, now);
  if (fresh === null) return due;
  const isLate = now - fresh.at > ON_TIME_MS;
  if (isLate && rule.missed === 'skip') return null;
  const fids = (fresh.what === 'pause' ? selected : paused).map(({ fid }) => fid);
  return { ...fresh, isLate, fids };
}

const isTooEarly = ({ tries, at }: Memory['failed'][number], now: number): boolean =>
  now >= at && now - at < AGAIN_MS * 2 ** (tries - 1);

/** Null once it runs again: others have resumed it, and it is no longer the rule's. */
function stillPaused(known: PausedBid, bid: RuleBid | undefined, now: number): PausedBid | null {
  const one = { ...known, at: Math.min(known.at, now) };
  const { listed } = one;
  if (bid === undefined || bid.state === 'ended') return null;
  if (bid.isBusy) return one;
  if (bid.state === 'paused') return { ...one, listed: 'paused' };
  if (listed === 'paused') return null;
  if (bid.state === 'allocated') return listed === 'stopped' || now - one.at > STOPPING_MS ? null : one;
  return { ...one, listed: 'stopped' };
}

/** Drops decisions of a wrong clock. */
function putRight(memory: Memory, now: number): Memory {
  const { followedTo, leaps, due } = memory;
  const back = followedTo === null ? 0 : followedTo - now;
  if (followedTo === null || back <= 0) return memory;
  // It was wrong since it was put forward by as much.
  const wrong = leaps.findLastIndex(
    ({ from, to }) => Math.abs(back - (to - from)) < NEARLY_MS && from < now + NEARLY_MS,
  );
  const leap = leaps[wrong];
  // Set back a little, the clock passes finished times again.
  if (leap === undefined && back <= LONGEST_BACK_MS) return memory;
  return {
    ...memory,
    followedTo: Math.min(leap?.from ?? now, now),
    leaps: leap === undefined ? [] : leaps.slice(0, wrong),
    due: due !== null && due.at > now ? null : due,
  };
}

const leapsTo = (now: number, { followedTo, leaps }: Memory): readonly Leap[] =>
  followedTo === null || now - followedTo < LEAP_MS
    ? leaps
    : [...leaps, { from: followedTo, to: now }].slice(-MOST_LEAPS);

const logic: RuleLogic<ScheduleRule, Memory, Reason> = {
  memory: Memory,
  empty: { followedTo: null, leaps: [], paused: [], members: [], due: null, failed: [] },
  selects: ({ bids }, { members }, view) => bidsSelected(bids, view, new Set<string>(members)).map(({ fid }) => fid),

  decide: (rule, memory, view) => {
    const { now, bids } = view;
    const selected = bidsSelected(rule.bids, view, new Set<string>(memory.members));
    const members = rule.bids.kind === 'set' ? selected.map(({ fid }) => fid) : [];
    const paused = memory.paused.flatMap((one) => stillPaused(one, bids.get(one.fid), now) ?? []);
    const isOwn = (fid: BidFid): boolean => paused.some((one) => one.fid === fid);
    const before = putRight({ ...memory, paused }, now);
    const due = dueNow(rule, before, selected, now);
    const failed = due?.at === before.due?.at ? memory.failed : [];
    const actions: RuleAction[] = [];
    const left: BidFid[] = [];
    const given: RuleBid[] = [];
    for (const fid of due?.fids ?? []) {
      const bid = bids.get(fid);
      if (due === null || bid === undefined || bid.state === 'ended') continue;
      const { name, state, running } = bid;
      const tried = failed.find((one) => one.fid === fid);
      if (
        !bid.isBusy &&
        (due.what === 'pause' ? state === 'paused' || (isOwn(fid) && state !== 'allocated') : !isOwn(fid))
      )
        continue;
      if ((tried?.tries ?? 0) >= MOST_TRIES) {
        given.push(bid);
        continue;
      }
      left.push(fid);
      if (bid.isBusy || (tried !== undefined && isTooEarly(tried, now))) continue;
      const when = `${due.what} at ${timeIn(rule.zone, due.at)}${due.isLate ? ', done late' : ''}`;
      const why = due.what === 'pause' ? `${running} running` : 'paused by this rule';
      actions.push({ kind: due.what, fid, name, reason: `${when}, ${why}` });
    }
    // Bids it gave up on stay named until the next time.
    const open =
      due === null || left.length + given.length === 0
        ? null
        : { ...due, fids: due.fids.filter((fid) => left.includes(fid) || given.some((bid) => bid.fid === fid)) };
    const next = nextOf(rule, now);
    return {
      memory: {
        followedTo: Math.max(now, before.followedTo ?? now),
        leaps: [...leapsTo(now, before)],
        paused,
        members,
        due: open,
        failed: open === null ? [] : failed,
      },
      actions,
      next: next === null ? null : { at: next.at, text: `${next.what} at ${timeIn(rule.zone, next.at)}` },
      hindered:
        given.length === 0
          ? []
          : [
              {
                reason: 'not-done',
                why: `Not done after ${MOST_TRIES} tries: ${due?.what ?? ''} ${given.map(({ name }) => name).join(', ')}`,
              },
            ],
    };
  },

  finished: (memory, action, outcome, { now, isListed = false }) => {
    if (action.kind === 'place') return memory;
    const { fid } = action;
    const due = memory.due === null ? null : { ...memory.due, fids: memory.due.fids.filter((one) => one !== fid) };
    const done = { ...memory, due: due?.fids.length === 0 ? null : due };
    const others = memory.paused.filter((one) => one.fid !== fid);
    if (outcome === 'rehearsed') return done;
    if (outcome === 'done') {
      // Listed as paused already: when the next list differs, others have resumed it.
      const listed = isListed ? 'paused' : 'running';
      return { ...done, paused: action.kind === 'pause' ? [...others, { fid, at: now, listed }] : others };
    }
    const tries = (memory.failed.find((one) => one.fid === fid)?.tries ?? 0) + 1;
    return { ...memory, failed: [...memory.failed.filter((one) => one.fid !== fid), { fid, tries, at: now }] };
  },
};

const cron = (example: string) =>
  word
    .max(100)
    .optional()
    .meta({ allowed: `a cron expression of five parts, such as "${example}"` });

const schema = (filter: FilterSchema) =>
  written(
    z
      .strictObject({
        kind: z.literal('schedule'),
        ...common,
        ...capped,
        ...selected(filter),
        zone,
        pause: cron('0 20 * * 1-5'),
        resume: cron('0 7 * * 1-5'),
        missed: z.enum(['catch-up', 'skip']).default('catch-up').meta({ allowed: '"catch-up" or "skip"' }),
      })
      .meta(table),
    (given): ScheduleRule => {
      const {
        kind,
        pause = null,
        resume = null,
        zone = localZone(system().clock.now()),
        missed,
        max_cost: maxCost,
      } = given;
      return { ...commonOf(given), kind, bids: selectionOf(given), pause, resume, zone, missed, maxCost };
    },
    (given, rule) => wrongBids(given) ?? wrongZone(rule.zone) ?? wrongTimes(rule),
  );

function wrongTimes({ pause, resume }: ScheduleRule): Wrong | null {
  if (pause === null) return { key: 'pause', why: 'a schedule needs pause, a cron expression' };
  for (const [key, times] of Object.entries({ pause, resume })) {
    const why = times === null ? null : wrongCron(times);
    if (why !== null) return { key, why };
  }
  return pause === resume ? { key: 'resume', why: 'pause and resume are the same times' } : null;
}

export const schedule = ruleKind({
  kind: 'schedule',
  schema,
  needs: { bidMs: BID_MS, instancesMs: null, listsMs: LISTS_MS },
  atOdds: {
    schedule: 'one would pause what the other resumes',
    spread: 'a paused bid is never filled, so the other would wait for it in a circle',
  },
  hindrances,
  bids: ({ bids }: ScheduleRule) => bids,
  lines: ({ bids, pause, resume, zone, missed }) => [
    { label: 'Bids', text: selectedText(bids) },
    { label: 'Pauses', text: pause === null ? 'never' : `at ${pause} (cron), ${zone}` },
    { label: 'Resumes', text: resume === null ? 'never' : `at ${resume} (cron), only what it has paused itself` },
    { label: 'Missed', text: missed === 'catch-up' ? 'the last missed time is done late' : 'missed times are skipped' },
  ],
  logic,
});
