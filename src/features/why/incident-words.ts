import { agentWords } from '../../changes/change-event.ts';
import { clockTime, HOUR_MS, moment, shortDuration } from '../../lib/duration.ts';
import { counted } from '../../lib/words.ts';
import type { Tone } from '../../resources/cell.ts';
import { isStatus } from '../../resources/parts/status.ts';
import { type Incident, isOpen } from './incident.ts';
import type { IncidentRow } from './incident-row.ts';
import { RESTING_VERBS } from './past.ts';

/** How an incident stands: something is out, something starts, it waits for the market, or it is over. */
export type Standing = 'out' | 'starts' | 'waits' | 'over';

export function standingOf(incident: Incident): Standing {
  if (!isOpen(incident)) return 'over';
  if (incident.out > 0 || isStatus(incident.status, 'preempting')) return 'out';
  return incident.starting > 0 ? 'starts' : 'waits';
}

/** Longest time between two events of an incident of which the first is said without its date, in milliseconds. */
const DATELESS_MS = 12 * HOUR_MS;

/** Red only while something is still out. */
export const STANDING_TONES: Readonly<Record<Standing, Tone>> = {
  out: 'bad',
  starts: 'busy',
  waits: 'warn',
  over: 'dim',
};

/** How long it took, or takes, in milliseconds. */
export const lasted = (incident: Incident, now: number): number =>
  (isOpen(incident) ? now : incident.last) - incident.first;

/**
 * The incident in one sentence without its time: `batch-embed preempted, back 07:31:12 (92 s, 3 instances)`. Without a `now` it says since
 * when something is out, which stays true: `batch-embed preempted, out since 07:29:40 (3 instances)`.
 */
export function incidentText({ incident, lines }: Pick<IncidentRow, 'incident' | 'lines'>, now: number | null): string {
  const { name, events, lost, stopped, first: began, last } = incident;
  const took = shortDuration(lasted(incident, now ?? last));
  const since = `since ${last - began < DATELESS_MS ? clockTime(began).slice(0, 5) : moment(began)}`;
  const how = now === null && isOpen(incident) ? since : took;
  const backAt = (now ?? last) - last < DATELESS_MS ? clockTime(last) : moment(last);
  const instances = counted(lost, 'instance');
  const wasPreempted = events.some(({ payload }) => payload.kind === 'seen' && isStatus(payload.to, 'preempting'));
  const end = endOf(incident);
  if (lost > 0 && end === null) {
    if (isStatus(incident.status, 'preempting'))
      return `${name} is being preempted, ${now === null ? since : `for ${took}`} (${instances})`;
    const what = wasPreempted ? 'preempted' : 'lost';
    return isOpen(incident)
      ? `${name} ${what}, out ${now === null ? since : `for ${took}`} (${instances})`
      : `${name} ${what}, back ${backAt} (${took}, ${instances})`;
  }
  if (end !== null)
    return `${name} ${end.words}${byWhom(incident, end.verb)}${lost + stopped === 0 ? '' : ` (${counted(lost + stopped, 'instance')})`}`;
  if (wasPreempted)
    return `${name} was to be preempted, and ${isOpen(incident) ? 'may still be' : 'kept its instances'} (${how})`;
  const started = events.filter(({ payload }) => payload.kind === 'seen' && isStatus(payload.to, 'running')).length;
  if (started > 0 && !isOpen(incident)) return `${name} started (${took}, ${counted(started, 'instance')})`;
  if (isOpen(incident))
    return incident.starting > 0
      ? `${name} starts (${how}, ${counted(incident.starting, 'instance')})`
      : `${name} waits for the market (${how})`;
  const sentence = lines.at(-1)?.what ?? name;
  return lines.length > 1 ? `${sentence}, and ${lines.length - 1} before` : sentence;
}

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
  return last.agent === undefined ? ' by you' : ` by the ${agentWords(last.agent)}`;
}
