import type { EventKind } from '../../changes/event-groups.ts';
import { clockTime, HOUR_MS, moment, shortDuration } from '../../lib/duration.ts';
import { formatMoneyGrouped, parsePrice, sumMoney } from '../../lib/money.ts';
import { counted } from '../../lib/words.ts';
import type { ActivityRow } from '../../resources/activity-row.ts';
import type { FieldWords } from '../../resources/activity-text.ts';
import { type Idleness, idleness, isIdleBegin, isIdleChange } from './idle.ts';

/** Age up to which a time is written without its date, in milliseconds. */
const DATELESS_MS = 12 * HOUR_MS;

/** A time before an event as `14:02`, or with its date when it was long before. */
function timeBefore(then: number, at: number): string {
  return at - then < DATELESS_MS ? clockTime(then).slice(0, 5) : moment(then);
}

/** What an event of a machine says: `idle since 14:02 (0 % on 8 GPUs, $20.00/h at most)`, `busy again after 42m idle`. */
function idleSentence({ since, seenAt, gpus, ...idle }: Idleness, begins: boolean): string {
  const simulated = idle.simulated ? ['simulated'] : [];
  if (!begins) return `busy again after ${shortDuration(seenAt - since)} idle${inBrackets(simulated)}`;
  const cost = idle.costPerHour === null ? [] : [`${idle.costPerHour}/h at most`];
  const load = `${Math.round(idle.utilization)} % on ${counted(gpus, 'GPU')}`;
  return `idle since ${timeBefore(since, seenAt)}${inBrackets([load, ...cost, ...simulated])}`;
}

/** What the line of a group of machines says after `idle` or `busy again`: since when all of them are idle, and at what cost. */
function idleGroupDetails({ to }: Pick<SeenKind, 'to'>, events: readonly ActivityRow[]): string {
  const machines = events.flatMap(({ own, at }) => {
    const { data } = idleness.safeParse(own);
    return data === undefined ? [] : [{ ...data, at }];
  });
  const simulated = machines.some((machine) => machine.simulated) ? ['simulated'] : [];
  if (to === null) return inBrackets(simulated);
  const since = Math.max(...machines.map((machine) => machine.since));
  const prices = machines.flatMap(({ costPerHour }) => parsePrice(costPerHour ?? '') ?? []);
  const costs = sumMoney(prices).map((sum) => `${formatMoneyGrouped(sum)}/h`);
  const cost = prices.length < machines.length || costs.length === 0 ? [] : [`${costs.join(' + ')} at most`];
  const last = Math.max(...machines.map(({ at }) => at));
  return `${machines.length === 0 ? '' : ` since ${timeBefore(since, last)}`}${inBrackets([...cost, ...simulated])}`;
}

type SeenKind = EventKind & { readonly kind: 'seen' };

const inBrackets = (words: readonly string[]): string => (words.length === 0 ? '' : ` (${words.join(', ')})`);

/** Idleness as `spotdeck watch` prints it. */
const idleMembers = ({ since, seenAt, gpus, utilization, costPerHour, simulated }: Idleness): object => ({
  since: new Date(since).toISOString(),
  seconds: Math.floor((seenAt - since) / 1000),
  gpus,
  utilization_percent: utilization,
  cost_per_hour_at_most: costPerHour,
  simulated,
});

/** The words for the events of machines that begin or end to count as idle. */
export const idleFieldWords: FieldWords = {
  change: (seen) => (isIdleChange(seen) ? idleSentence(seen.idle, isIdleBegin(seen)) : null),
  several: (to) => (to === null ? ' busy again' : ' idle'),
  details: idleGroupDetails,
  members: (seen) => (isIdleChange(seen) ? idleMembers(seen.idle) : null),
};
