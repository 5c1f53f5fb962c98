import { shortDuration } from '../../lib/duration.ts';
import { percentText } from '../../lib/words.ts';
import { observedShare, type Spend } from './spend-over.ts';

/** How much of the known time was observed, in a sentence; none when nothing is known: `Observed: 57 % of the time, 4h of 7h.` */
export function observedWords(spend: Spend): readonly string[] {
  const share = observedShare(spend);
  if (share === null) return [];
  const { observedMs, gapMs, unknownMs } = spend;
  const time = unknownMs > 0 ? 'known time' : 'time';
  return [
    `Observed: ${percentText(share)} of the ${time}, ${shortDuration(observedMs)} of ${shortDuration(observedMs + gapMs)}.`,
  ];
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
