import type { DocsPart } from '../../command/feature.ts';
import { shortDuration } from '../../lib/duration.ts';
import { code } from '../../lib/words.ts';
import { HINDRANCES } from './hindrances.ts';
import { ruleKinds } from './kinds.ts';

function hindranceTable(): string {
  return Array.from(HINDRANCES)
    .map(([reason, { of, isSaid, help }]) => {
      const kinds = of === 'all' ? '' : ` (${of.join(', ')})`;
      return `- ${code(reason)}${isSaid ? '' : '*'}${kinds}: ${help}`;
    })
    .join('\n');
}

function needsList(): string {
  const byNeeds = Map.groupBy(ruleKinds, ({ needs: { bidMs, instancesMs, listsMs } }) => {
    const instances = instancesMs === null ? 'as the lists' : shortDuration(instancesMs);
    return `the bids it changes ${shortDuration(bidMs)}, their instances ${instances}, the complete lists ${shortDuration(listsMs)}`;
  });
  return [...byNeeds]
    .map(([needs, kinds]) => `- ${kinds.map(({ kind }) => code(kind)).join(' ')}: ${needs}`)
    .join('\n');
}

export const docs: readonly DocsPart[] = [
  { file: 'docs/rules.md', marks: 'hindrances', text: hindranceTable },
  { file: 'docs/rules.md', marks: 'needs', text: needsList },
];
