import type { Context } from '../../../resources/context.ts';
import { type Change, fidOf, isByRule } from '../plan/change.ts';
import { fieldWords, lineOf } from '../plan/words.ts';
import type { Drift, Drifts } from './known-fleet.ts';

let known: Drifts = new Map();

/** How the rows in some changes differ. What is as before is the same object, and so is the map, so that nothing is drawn or sorted again. */
export function driftsOf(changes: readonly Change[], context: Context): Drifts {
  const next = new Map(
    [...Map.groupBy(changes, fidOf)].flatMap(([fid, own]): readonly (readonly [string, Drift])[] => {
      if (fid === null) return [];
      const drift = driftIn(own, context);
      const before = known.get(fid);
      return [[fid, before !== undefined && isSame(before, drift) ? before : drift]];
    }),
  );
  const isAsBefore = next.size === known.size && [...next].every(([fid, drift]) => known.get(fid) === drift);
  if (!isAsBefore) known = next;
  return known;
}

const isSame = (a: Drift, b: Drift): boolean =>
  a.short === b.short && a.whole === b.whole && a.line === b.line && a.isByRule === b.isByRule;

function driftIn(changes: readonly Change[], context: Context): Drift {
  return {
    short: changes.flatMap((change) => shortWords(change, context)).join(', '),
    whole: changes.map((change) => wholeWords(change, context)).join('; '),
    line: changes.map(lineOf).find((line) => line !== null) ?? null,
    isByRule: changes.every(isByRule),
  };
}

/** Names of fields for a column. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  limit_price: '',
  instance_type: '',
  region: '',
  instance_quantity: 'quantity',
  ssh_keys: 'keys',
  kubernetes_cluster: 'cluster',
  startup_script: 'script',
};

function shortWords(change: Change, { glyphs }: Context): readonly string[] {
  switch (change.kind) {
    case 'change':
    case 'replace':
      return change.fields.map(({ field, now }) => [SHORT_NAMES[field] ?? field, glyphs.arrow, now].join(' ').trim());
    case 'pause':
      return [`${glyphs.arrow} paused`];
    case 'resume':
      return [change.rule === null ? `${glyphs.arrow} not paused` : `by rule ${change.rule}`];
    default:
      return ['not in file'];
  }
}

function wholeWords(change: Change, context: Context): string {
  switch (change.kind) {
    case 'change':
    case 'replace':
      return fieldWords(change.fields, context);
    case 'pause':
      return 'paused in the file';
    case 'resume':
      return `not paused in the file${change.rule === null ? '' : `, paused by the rule ${change.rule}`}`;
    default:
      return 'not in the file';
  }
}
