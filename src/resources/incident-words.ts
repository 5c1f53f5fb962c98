import { actorOf, byWords } from '../changes/change-event.ts';
import {
  GONE,
  type Incident,
  lossesOf,
  type Outage,
  outageMs,
  outageOf,
  type Standing,
  standingOf,
  wasPreempted,
} from '../changes/incident.ts';
import { clockTime, HOUR_MS, moment, shortDuration } from '../lib/duration.ts';
import { counted } from '../lib/words.ts';
import { isStatus } from './parts/status.ts';

/** Longest time between two moments of which the first is said without its date, in milliseconds. */
const DATELESS_MS = 12 * HOUR_MS;

const instances = (count: number): string => counted(count, 'instance');

/** A time of day, with its date when the last event, or now, is long after it. */
const dayTime = (at: number, last: number): string => (last - at < DATELESS_MS ? clockTime(at) : moment(at));
const sinceTime = (at: number, last: number): string =>
  last - at < DATELESS_MS ? clockTime(at).slice(0, 5) : moment(at);

/**
 * The incident in one sentence without its time: `batch-embed preempted, back 07:31:12 (92 s, 3 instances)`. Without a `now` it says since
 * when something is out, which stays true: `batch-embed preempted, out since 07:29:40 (3 instances)`. `lines` are its events in words.
 */
export function incidentText(incident: Incident, lines: readonly string[], now: number | null): string {
  const { name, started, first, last } = incident;
  const standing = standingOf(incident);
  const outage = outageOf(incident);
  const stopped = lossesOf(incident).length + incident.stopped.length;
  const end = endOf(incident);
  if (end !== null)
    return `${name} ${end.words}${byWhom(incident, end.verb)}${stopped === 0 ? '' : ` (${instances(stopped)})`}`;
  if (standing === 'losing') {
    const began = incident.goingSince ?? first;
    const how = now === null ? `since ${sinceTime(began, last)}` : `for ${shortDuration(now - began)}`;
    return `${name} is being preempted, ${how}${incident.going === 0 ? '' : ` (${instances(incident.going)})`}`;
  }
  if (outage !== null) return `${name} ${lossWord(incident)}, ${outageWords(incident, outage, now)}`;
  const lasted = shortDuration((standing === 'over' ? last : (now ?? last)) - first);
  const how = now === null && standing !== 'over' ? `since ${sinceTime(first, last)}` : lasted;
  if (wasPreempted(incident))
    return `${name} was to be preempted, and ${standing === 'over' ? 'kept its instances' : 'may still be'} (${how})`;
  if (started.length > 0 && standing === 'over') return `${name} started (${lasted}, ${instances(started.length)})`;
  if (standing !== 'over')
    return incident.starting > 0
      ? `${name} starts (${how}, ${instances(incident.starting)})`
      : `${name} waits for the market (${how})`;
  const sentence = lines.at(-1) ?? name;
  return lines.length > 1 ? `${sentence}, and ${lines.length - 1} before` : sentence;
}

/** What happened to what is out: the service said that it preempts, or only that instances have ended. */
export const lossWord = (incident: Incident): 'preempted' | 'lost' => (wasPreempted(incident) ? 'preempted' : 'lost');

/** An outage as the end of a sentence: `back 07:31:12 (92s, 3 instances)`, `out since 07:29 (2 of 3 instances)`, with `now` `out for 5h`. */
export function outageWords(incident: Incident, outage: Outage, now: number | null): string {
  const { out, last } = incident;
  const lost = lossesOf(incident).length;
  const { to, lastFrom } = outage;
  if (to === null) {
    const how = now === null ? `since ${sinceTime(lastFrom, last)}` : `for ${shortDuration(now - lastFrom)}`;
    return `out ${how} (${out === lost ? '' : `${out} of `}${instances(lost)})`;
  }
  const took = shortDuration(outageMs(outage, to));
  return `${outage.isBack ? 'back' : 'let go'} ${dayTime(to, now ?? last)} (${took}, ${instances(lost)})`;
}

/** What put a bid to rest, and the verb that does it; null when nothing did. */
function endOf({ status }: Incident): { readonly words: string; readonly verb: string } | null {
  if (isStatus(status, 'paused')) return { words: 'paused', verb: 'pause' };
  if (isStatus(status, 'terminated')) return { words: 'ended', verb: 'cancel' };
  return status === GONE ? { words: 'left the list', verb: 'cancel' } : null;
}

/** Who brought it to rest, when that was the last thing that a program with this journal did with it, and it was done. */
const byWhom = ({ action }: Incident, verb: string): string =>
  action === null || action.outcome !== 'done' || action.verb !== verb ? '' : ` ${byWords(actorOf(action, false))}`;

/** What is said of those of several bids that are not over, in the order in which it matters. */
const STANDINGS: readonly (readonly [Exclude<Standing, 'over'>, string])[] = [
  ['out', 'out'],
  ['losing', 'being preempted'],
  ['waits', 'waiting for the market'],
  ['starts', 'starting'],
];

/** How many of several bids are not over, and how these stand: `2 out`, `1 starting`. */
export function standingsText(incidents: readonly Incident[]): readonly string[] {
  const standings = incidents.map(standingOf);
  return STANDINGS.flatMap(([standing, says]) => {
    const count = standings.filter((one) => one === standing).length;
    return count === 0 ? [] : [`${count} ${says}`];
  });
}
