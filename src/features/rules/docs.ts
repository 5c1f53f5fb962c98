import type { DocsPart } from '../../command/feature.ts';
import { shortDuration } from '../../lib/duration.ts';
import { code, row } from '../../lib/words.ts';
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

function needsTable(): string {
  return [
    row('rule', 'the bids that it changes', 'their instances', 'the complete lists'),
    row('---', '---', '---', '---'),
    ...ruleKinds.map(({ kind, needs: { bidMs, instancesMs, listsMs } }) =>
      row(
        code(kind),
        shortDuration(bidMs),
        instancesMs === null ? 'as the lists' : shortDuration(instancesMs),
        shortDuration(listsMs),
      ),
    ),
  ].join('\n');
}

export const docs: readonly DocsPart[] = [
  { file: 'docs/rules.md', marks: 'hindrances', text: hindranceTable },
  { file: 'docs/rules.md', marks: 'needs', text: needsTable },
];
