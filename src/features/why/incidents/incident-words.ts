import { agentWords } from '../../../changes/change-event.ts';
import { clockTime, shortDuration } from '../../../lib/duration.ts';
import { counted } from '../../../lib/words.ts';
import type { Tone } from '../../../resources/cell.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import { type Incident, isOpen } from './incident.ts';
import type { IncidentRow } from './incident-row.ts';

/** How an incident stands: something is out, something starts, it waits for the market, or it is over. */
export type Standing = 'out' | 'starts' | 'waits' | 'over';

export function standingOf(incident: Incident): Standing {
  if (!isOpen(incident)) return 'over';
  if (incident.out > 0 || isStatus(incident.status, 'preempting')) return 'out';
  return incident.starting > 0 ? 'starts' : 'waits';
}

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

/** The incident in one sentence without its time: `batch-embed preempted, back 07:31:12 (92 s, 3 instances)`. */
export function incidentText({ incident, lines }: Pick<IncidentRow, 'incident' | 'lines'>, now: number): string {
  const { name, events, lost, stopped, last } = incident;
  const took = shortDuration(lasted(incident, now));
  const instances = counted(lost, 'instance');
  const wasPreempted = events.some(({ payload }) => payload.kind === 'seen' && isStatus(payload.to, 'preempting'));
  const end = endOf(incident);
  if (lost > 0 && end === null) {
    const what = wasPreempted ? 'preempted' : 'lost';
    return isOpen(incident)
      ? `${name} ${what}, out for ${took} (${instances})`
      : `${name} ${what}, back ${clockTime(last)} (${took}, ${instances})`;
  }
  if (end !== null)
    return `${name} ${end}${byWhom(incident)}${lost + stopped === 0 ? '' : ` (${counted(lost + stopped, 'instance')})`}`;
  if (wasPreempted)
    return `${name} was to be preempted, and ${isOpen(incident) ? 'may still be' : 'kept its instances'} (${took})`;
  const started = events.filter(({ payload }) => payload.kind === 'seen' && isStatus(payload.to, 'running')).length;
  if (started > 0 && !isOpen(incident)) return `${name} started (${took}, ${counted(started, 'instance')})`;
  if (isOpen(incident))
    return incident.starting > 0
      ? `${name} starts (${took}, ${counted(incident.starting, 'instance')})`
      : `${name} waits for the market (${took})`;
  const [first] = lines;
  const sentence = first?.what ?? name;
  return lines.length > 1 ? `${sentence}, and ${lines.length - 1} more` : sentence;
}

/** What put a bid to rest; null when nothing did. */
function endOf({ status }: Incident): string | null {
  if (isStatus(status, 'paused')) return 'paused';
  if (isStatus(status, 'terminated')) return 'ended';
  return status === 'gone' ? 'left the list' : null;
}

/** Who acted on its row, when a program with this journal did. */
function byWhom({ events }: Incident): string {
  const acted = events.findLast(({ payload }) => payload.kind === 'noted' && payload.action !== null);
  if (acted?.payload.kind !== 'noted' || acted.payload.action === null) return '';
  const { agent } = acted.payload.action;
  return agent === undefined ? ' by you' : ` by the ${agentWords(agent)}`;
}
