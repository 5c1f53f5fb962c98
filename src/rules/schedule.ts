import { Cron } from 'croner';
import * as z from 'zod';
import { BidFid } from '../contract/fid.ts';
import { MINUTE_MS } from '../lib/duration.ts';
import type { RuleAction, RuleLogic } from './decision.ts';
import type { ScheduleRule } from './rule.ts';
import { bidsSelected } from './select.ts';

/** How late a time is still on time, in milliseconds. */
const ON_TIME_MS = 2 * MINUTE_MS;

const Memory = z.object({
  /** Time until which the schedule was followed, in milliseconds since 1970; null before the rule ran. */
  followedTo: z.int().nullable(),
  /** Bids that the rule has paused and not resumed. */
  paused: z.array(BidFid),
  /** Bids that were in the pause group of the rule. */
  members: z.array(BidFid),
});
type Memory = z.output<typeof Memory>;

type Due = { readonly what: 'pause' | 'resume'; readonly at: number };

/** Returns the last time of a cron expression after a time and until another; null when there is none. */
function lastTime(expression: string | null, zone: string, from: number, to: number): number | null {
  if (expression === null) return null;
  const [last] = new Cron(expression, { timezone: zone, mode: '5-part' }).previousRuns(1, new Date(to + 1));
  return last === undefined || last.getTime() <= from ? null : last.getTime();
}

function nextTime(expression: string | null, zone: string, after: number): number | null {
  return expression === null
    ? null
    : (new Cron(expression, { timezone: zone, mode: '5-part' }).nextRun(new Date(after))?.getTime() ?? null);
}

/** Returns what the schedule asks for: the latest of the times that have come. */
function dueOf({ pause, resume, zone }: ScheduleRule, from: number, to: number): Due | null {
  const times = [
    { what: 'pause', at: lastTime(pause, zone, from, to) },
    { what: 'resume', at: lastTime(resume, zone, from, to) },
  ] as const;
  return times.reduce<Due | null>(
    (latest, { what, at }) => (at !== null && (latest === null || at > latest.at) ? { what, at } : latest),
    null,
  );
}

export const schedule: RuleLogic<ScheduleRule, Memory> = {
  memory: Memory,
  empty: { followedTo: null, paused: [], members: [] },
  selects: ({ bids }, { members }, view) => bidsSelected(bids, view, new Set(members)).map(({ fid }) => fid),

  decide: (rule, memory, view) => {
    const { now } = view;
    const selected = bidsSelected(rule.bids, view, new Set<string>(memory.members));
    // A bid that somebody has resumed is no longer the rule's to resume.
    const paused = memory.paused.filter(
      (fid) => view.bids.get(fid)?.state === 'paused' || view.bids.get(fid)?.isBusy === true,
    );
    const members = rule.bids.kind === 'set' ? selected.map(({ fid }) => fid) : [];
    const followed = { followedTo: now, paused, members };
    const due = dueOf(rule, memory.followedTo ?? now, now);
    const isLate = due !== null && now - due.at > ON_TIME_MS;
    const when = due === null ? '' : timeIn(rule.zone, due.at);
    const actions: RuleAction[] = [];
    if (due !== null && !(isLate && rule.missed === 'skip')) {
      const late = isLate ? ', done late' : '';
      for (const { fid, name, state, running, isBusy } of selected) {
        if (isBusy) continue;
        if (due.what === 'pause' && state !== 'paused')
          actions.push({ kind: 'pause', fid, name, reason: `pause at ${when}${late}, ${running} running` });
        if (due.what === 'resume' && paused.includes(fid))
          actions.push({ kind: 'resume', fid, name, reason: `resume at ${when}${late}, paused by this rule` });
      }
    }
    const nextPause = nextTime(rule.pause, rule.zone, now);
    const nextResume = nextTime(rule.resume, rule.zone, now);
    const resumesFirst = nextResume !== null && (nextPause === null || nextResume < nextPause);
    const at = resumesFirst ? nextResume : nextPause;
    const next = at === null ? null : { at, text: `${resumesFirst ? 'resume' : 'pause'} at ${timeIn(rule.zone, at)}` };
    return { memory: followed, actions, next, hindered: null };
  },

  finished: (memory, action, outcome) => {
    if (outcome !== 'done') return memory;
    const others = memory.paused.filter((fid) => action.kind === 'place' || fid !== action.fid);
    return { ...memory, paused: action.kind === 'pause' ? [...others, action.fid] : others };
  },
};

/** Returns a time as `20:00` in a time zone, with its name. */
function timeIn(zone: string, at: number): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(at);
  return `${time} ${zone}`;
}
