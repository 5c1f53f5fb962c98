import { clockTime, HOUR_MS, moment, shortDuration } from '../../lib/duration.ts';
import { counted } from '../../lib/words.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { type Incident, isGoing, isOpen } from './incident.ts';
import { outageMs } from './outage.ts';
import { actorOf, byWords, RESTING_VERBS } from './past.ts';

/** An incident with its events in words, oldest first. */
export type ToldIncident = {
  readonly incident: Incident;
  readonly lines: readonly { readonly at: number; readonly what: string }[];
};

/** How an incident stands: something is out, is being preempted, or starts, it waits for the market, or it is over. */
export type Standing = 'out' | 'losing' | 'starts' | 'waits' | 'over';

export function standingOf(incident: Incident): Standing {
  if (!isOpen(incident)) return 'over';
  if (incident.out > 0) return 'out';
  if (isGoing(incident)) return 'losing';
  return incident.starting > 0 ? 'starts' : 'waits';
}

/** Longest time between two events of an incident of which the first is said without its date, in milliseconds. */
const DATELESS_MS = 12 * HOUR_MS;

/**
 * How long it took, or takes, in milliseconds: the time without what was lost, of what is being preempted the time since that began, and else
 * from the first event to the last.
 */
function durationOf(incident: Incident, now: number): number {
  const { outage, goingSince, first, last } = incident;
  if (standingOf(incident) === 'losing') return now - (goingSince ?? first);
  return outage === null ? (isOpen(incident) ? now : last) - first : outageMs(outage, now);
}

/**
 * The incident in one sentence without its time: `batch-embed preempted, back 07:31:12 (92 s, 3 instances)`. Without a `now` it says since
 * when something is out, which stays true: `batch-embed preempted, out since 07:29:40 (3 instances)`.
 */
export function incidentText({ incident, lines }: ToldIncident, now: number | null): string {
  const { name, events, lost, going, goingSince, outage, stopped, first, last } = incident;
  const standing = standingOf(incident);
  const took = shortDuration(durationOf(incident, now ?? last));
  const began = standing === 'losing' ? goingSince : standing === 'out' ? outage?.lastFrom : null;
  const since = `since ${sinceTime(began ?? first, last)}`;
  const how = now === null && standing !== 'over' ? since : took;
  const instances = (count: number): string => counted(count, 'instance');
  const wasPreempted =
    goingSince !== null || events.some(({ payload }) => payload.kind === 'seen' && isStatus(payload.to, 'preempted'));
  const end = endOf(incident);
  if (end !== null)
    return `${name} ${end.words}${byWhom(incident, end.verb)}${lost + stopped === 0 ? '' : ` (${instances(lost + stopped)})`}`;
  if (standing === 'losing')
    return `${name} is being preempted, ${now === null ? since : `for ${took}`}${going === 0 ? '' : ` (${instances(going)})`}`;
  if (lost > 0) {
    const what = wasPreempted ? 'preempted' : 'lost';
    if (standing === 'out') return `${name} ${what}, out ${now === null ? since : `for ${took}`} (${instances(lost)})`;
    const back = outage?.to ?? last;
    const backAt = (now ?? last) - back < DATELESS_MS ? clockTime(back) : moment(back);
    return `${name} ${what}, back ${backAt} (${took}, ${instances(lost)})`;
  }
  if (wasPreempted)
    return `${name} was to be preempted, and ${standing === 'over' ? 'kept its instances' : 'may still be'} (${how})`;
  const started = events.filter(({ payload }) => payload.kind === 'seen' && isStatus(payload.to, 'running')).length;
  if (started > 0 && standing === 'over') return `${name} started (${took}, ${instances(started)})`;
  if (standing !== 'over')
    return incident.starting > 0
      ? `${name} starts (${how}, ${instances(incident.starting)})`
      : `${name} waits for the market (${how})`;
  const sentence = lines.at(-1)?.what ?? name;
  return lines.length > 1 ? `${sentence}, and ${lines.length - 1} before` : sentence;
}

/** When something began, with its date when the last event came long after. */
const sinceTime = (began: number, last: number): string =>
  last - began < DATELESS_MS ? clockTime(began).slice(0, 5) : moment(began);

/** What put a bid to rest, and the verb that does it; null when nothing did. */
function endOf({ status }: Incident): { readonly words: string; readonly verb: string } | null {
  if (isStatus(status, 'paused')) return { words: 'paused', verb: 'pause' };
  if (isStatus(status, 'terminated')) return { words: 'ended', verb: 'cancel' };
  return status === 'gone' ? { words: 'left the list', verb: 'cancel' } : null;
}

/** Who brought it to rest, when that was the last thing that a program with this journal did with it, and it was done. */
function byWhom({ events }: Incident, verb: string): string {
  const actions = events.flatMap(({ payload }) =>
    payload.kind === 'noted' && payload.action !== null && payload.outcome !== 'refused'
      ? [{ ...payload.action, outcome: payload.outcome }]
      : [],
  );
  const last = actions.findLast((action) => RESTING_VERBS.includes(action.verb));
  if (last?.verb !== verb || last.outcome !== 'done') return '';
  return ` ${byWords(actorOf(last, false))}`;
}
