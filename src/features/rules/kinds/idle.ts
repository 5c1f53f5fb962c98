import * as z from 'zod';
import { BidFid } from '../../../contract/fid.ts';
import { MINUTE_MS, shortDuration } from '../../../lib/duration.ts';
import type { Hindrance, RuleLogic } from '../engine/decision.ts';
import { ruleKind } from '../engine/kind.ts';
import { BID_MS, INSTANCES_MS, LISTS_MS, seenMinute, unseenBetween } from '../engine/needs.ts';
import { type CommonRule, type Selection, selectedText, timeText } from '../engine/rule.ts';
import { bidsSelected } from '../engine/view.ts';
import {
  common,
  commonOf,
  type FilterSchema,
  selected,
  selectionOf,
  table,
  time,
  written,
  wrongBids,
} from '../engine/written.ts';

/** Pauses bids after all their machines were idle for a time. */
export type IdleRule = CommonRule & {
  readonly kind: 'idle';
  readonly bids: Selection;
  readonly afterMs: number;
};

const hindrances = { 'not-read': { isSaid: true, help: 'No machine of its bids is read.' } } as const;
type Reason = keyof typeof hindrances;

const Memory = z.object({
  seenAt: z.int().nullable().default(null),
  /** When bids were first seen with instances: earlier idle time doesn't count. */
  running: z.array(z.object({ fid: BidFid, since: z.int() })),
  /** Bids of its pause set. */
  members: z.array(BidFid),
  /** After a refused pause: left alone while they stay idle. */
  refused: z.array(BidFid),
});
type Memory = z.output<typeof Memory>;

const NOT_READ: Hindrance<Reason> = {
  reason: 'not-read',
  why: 'No machine of its bids is read, so none is known to be idle. Turn reading on with the setting machines',
};

/** Why it acts later than the idle time on screen suggests. */
const unwatched = ({ unwatchedMs }: { readonly unwatchedMs: number }): string =>
  unwatchedMs < MINUTE_MS ? '' : `; the ${shortDuration(unwatchedMs)} idle before this rule watched it does not count`;

const logic: RuleLogic<IdleRule, Memory, Reason> = {
  memory: Memory,
  empty: { seenAt: null, running: [], members: [], refused: [] },
  selects: ({ bids }, { members }, view) => bidsSelected(bids, view, new Set<string>(members)).map(({ fid }) => fid),

  decide: (rule, memory, view) => {
    const { now } = view;
    const selected = bidsSelected(rule.bids, view, new Set<string>(memory.members));
    // What machines did in unseen time is not known.
    const seen = unseenBetween(memory.seenAt, now) === 0 ? memory.running : [];
    const known = new Map(seen.map(({ fid, since }) => [fid, since]));
    const running = selected
      .filter((bid) => bid.running > 0 && bid.state !== 'paused')
      .map(({ fid }) => ({ fid, since: Math.min(known.get(fid) ?? now, now) }));
    const since = new Map(running.map((one) => [one.fid, one.since]));
    const idleFor = (fid: BidFid, idleSince: number | null): number =>
      idleSince === null ? 0 : now - Math.max(idleSince, since.get(fid) ?? now);
    const idling = selected.filter(({ fid, idleSince }) => idleFor(fid, idleSince) > 0);
    const refused = memory.refused.filter((fid) => idling.some((bid) => bid.fid === fid));
    const due = idling.filter(
      ({ fid, idleSince, state, isBusy }) =>
        !isBusy && state !== 'paused' && !refused.includes(fid) && idleFor(fid, idleSince) >= rule.afterMs,
    );
    const first = idling
      .filter(({ fid }) => !due.some((bid) => bid.fid === fid) && !refused.includes(fid))
      .map(({ fid, name, idleSince }) => ({
        name,
        at: now + rule.afterMs - idleFor(fid, idleSince),
        unwatchedMs: (since.get(fid) ?? now) - (idleSince ?? now),
      }))
      .toSorted((a, b) => a.at - b.at)[0];
    const isRead = selected.some(({ machinesRead }) => machinesRead);
    return {
      memory: {
        seenAt: seenMinute(now),
        running,
        members: rule.bids.kind === 'set' ? selected.map(({ fid }) => fid) : [],
        refused,
      },
      actions: due.map(({ fid, name, idleSince, running: count }) => ({
        kind: 'pause',
        fid,
        name,
        reason: `idle for ${shortDuration(idleFor(fid, idleSince))}, ${count} running, limit ${shortDuration(rule.afterMs)}`,
      })),
      next:
        first === undefined ? null : { at: first.at, text: `pause ${first.name} if it stays idle${unwatched(first)}` },
      hindered: running.length === 0 || isRead ? [] : [NOT_READ],
    };
  },

  finished: (memory, action, outcome) => {
    if (action.kind !== 'pause' || outcome === 'missed') return memory;
    // It may be resumed before a list shows it as paused: its idle time starts again.
    if (outcome === 'done') return { ...memory, running: memory.running.filter(({ fid }) => fid !== action.fid) };
    // A rehearsed pause isn't repeated either.
    return { ...memory, refused: [...memory.refused.filter((fid) => fid !== action.fid), action.fid] };
  },
};

const schema = (filter: FilterSchema) =>
  written(
    z
      .strictObject({
        kind: z.literal('idle'),
        ...common,
        ...selected(filter),
        after: time.meta({ allowed: 'a time such as "30m"' }),
      })
      .meta(table),
    (given): IdleRule => {
      const { kind, after: afterMs } = given;
      return { ...commonOf(given), kind, bids: selectionOf(given), afterMs, maxCost: null };
    },
    wrongBids,
  );

export const idle = ruleKind({
  kind: 'idle',
  schema,
  needs: { bidMs: BID_MS, instancesMs: INSTANCES_MS, listsMs: LISTS_MS },
  reads: () => ({ machines: true }),
  hindrances,
  bids: ({ bids }: IdleRule) => bids,
  lines: ({ bids, afterMs }) => [
    { label: 'Bids', text: selectedText(bids) },
    { label: 'Pauses', text: `when all machines of a bid are idle for ${timeText(afterMs)}` },
  ],
  logic,
});
