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

/** A later moment needs the date of the earlier one. */
const DATELESS_MS = 12 * HOUR_MS;

const instances = (count: number): string => counted(count, 'instance');

const dayTime = (at: number, last: number): string => (last - at < DATELESS_MS ? clockTime(at) : moment(at));
const sinceTime = (at: number, last: number): string =>
  last - at < DATELESS_MS ? clockTime(at).slice(0, 5) : moment(at);

/**
 * `batch-embed preempted, back 07:31:12 (92 s, 3 instances)`. Without a `now` it says since when, which stays true.
 * `lines` are its events in words.
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

export const lossWord = (incident: Incident): 'preempted' | 'lost' => (wasPreempted(incident) ? 'preempted' : 'lost');

/** `back 07:31:12 (92s, 3 instances)`, `out since 07:29 (2 of 3 instances)`, with `now` `out for 5h`. */
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

function endOf({ status }: Incident): { readonly words: string; readonly verb: string } | null {
  if (isStatus(status, 'paused')) return { words: 'paused', verb: 'pause' };
  if (isStatus(status, 'terminated')) return { words: 'ended', verb: 'cancel' };
  return status === GONE ? { words: 'left the list', verb: 'cancel' } : null;
}

/** Only when a program with this journal did it last. */
const byWhom = ({ action }: Incident, verb: string): string =>
  action === null || action.outcome !== 'done' || action.verb !== verb ? '' : ` ${byWords(actorOf(action, false))}`;

/** In the order in which it matters. */
const STANDINGS: readonly (readonly [Exclude<Standing, 'over'>, string])[] = [
  ['out', 'out'],
  ['losing', 'being preempted'],
  ['waits', 'waiting for the market'],
  ['starts', 'starting'],
];

/** `2 out`, `1 starting`. */
export function standingsText(incidents: readonly Incident[]): readonly string[] {
  const standings = incidents.map(standingOf);
  return STANDINGS.flatMap(([standing, says]) => {
    const count = standings.filter((one) => one === standing).length;
    return count === 0 ? [] : [`${count} ${says}`];
  });
}
