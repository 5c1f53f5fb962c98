import { shortDuration } from '../../lib/duration.ts';
import { joinedClauses, percentText } from '../../lib/words.ts';
import { observedShare, type Spend, unpricedBids } from './spend-over.ts';

/** How much of the known time was observed, in a sentence; none when nothing is known: `Observed: 57 % of the time, 4h of 7h.` */
export function observedWords(spend: Spend): readonly string[] {
  const share = observedShare(spend);
  if (share === null) return [];
  const { observedMs, gapMs, unknownMs } = spend;
  const time = unknownMs > 0 ? 'known time' : 'time';
  const [seen, whole] = [shortDuration(observedMs), shortDuration(observedMs + gapMs)];
  return [`Observed: ${percentText(share)} of the ${time}, ${seen === whole ? whole : `${seen} of ${whole}`}.`];
}

/** Most bids without a known cost that a sentence names. */
const MAX_NAMED = 3;

/** Says of which bids the cost is not known, so that the amounts are at least what was spent; none when all of it is known. */
export function unpricedWords(spend: Spend, safe: (text: string) => string = (text) => text): readonly string[] {
  const names = unpricedBids(spend).map(safe);
  if (names.length === 0) return [];
  const more = names.length - MAX_NAMED;
  const named = joinedClauses([...names.slice(0, MAX_NAMED), ...(more > 0 ? [`${more} more`] : [])]);
  return [`The cost of ${named} is not known: a limit price could not be read, so the sum is at least this much.`];
}

/**
 * Before when there is no data, in sentences without an amount: for all projects alike, or for each. `named` is the name of a
 * project, `moment` a time in words.
 */
export function notKnownWords(
  { firstReads, time }: Spend,
  named: (project: string) => string,
  moment: (at: number) => string,
): readonly string[] {
  const late = firstReads.filter(({ at }) => at === null || at > time.from);
  return [...Map.groupBy(late, ({ at }) => at)].map(([at, own]) => {
    const of = own.length === firstReads.length ? '' : ` for ${own.map(({ project }) => named(project)).join(', ')}`;
    if (at !== null) return `No data${of} before ${moment(at)}.`;
    const projects = own.map(({ project }) => named(project)).join(', ');
    return `No data for ${projects}: no console or "spotdeck watch" has run.`;
  });
}
