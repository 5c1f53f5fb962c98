import { inLines, type Printed } from '../../../command/format.ts';
import {
  amounts,
  change,
  cost,
  identity,
  number,
  object,
  objectOf,
  objects,
  type Shape,
  text,
} from '../../../command/json.ts';
import { capitalized, counted } from '../../../lib/words.ts';
import { isHolding } from '../../../resources/bids/pausing.ts';
import type { Context } from '../../../resources/context.ts';
import { aliasOr } from '../../../resources/parts/aliases.ts';
import { costInWords, unknownCost } from '../../../resources/parts/amounts.ts';
import type { Exposure } from '../../../resources/resource.ts';
import { size } from '../../../resources/volumes.ts';
import { type FleetFile, lineOfKey } from '../file/fleet-file.ts';
import { foreignRows } from '../rows.ts';
import { type Allowed, type Change, fidOf, isAllowed, isEnding, nameOf, type Plan, stopsOf } from './change.ts';
import { type FieldChange, fromFile, type Remark } from './wanted.ts';
import { costWords } from './warnings.ts';

/** Null for a row outside the file. */
export function lineOf(change: Change): number | null {
  if (change.kind === 'create-volume') return lineOfKey(change.file.lines);
  return 'wanted' in change ? lineOfKey(change.wanted.file.lines) : null;
}

const KINDS = {
  'create-volume': { kind: 'create', of: 'volume' },
  place: { kind: 'create', of: 'bid' },
  change: { kind: 'change', of: 'bid' },
  pause: { kind: 'pause', of: 'bid' },
  resume: { kind: 'resume', of: 'bid' },
  replace: { kind: 'replace', of: 'bid' },
  'other-bid': { kind: 'drift', of: 'bid' },
  'other-volume': { kind: 'drift', of: 'volume' },
} as const satisfies Readonly<Record<Change['kind'], { readonly kind: string; readonly of: string }>>;

/** `bid train` */
export const labelOf = (change: Change): string => `${KINDS[change.kind].of} ${nameOf(change)}`;

export const remarkLine = ({ path }: Pick<FleetFile, 'path'>, { line, text }: Remark): string =>
  `${path}${remarkText({ line, text })}`;

export const remarkText = ({ line, text }: Remark): string => (line === null ? `: ${text}` : `, line ${line}: ${text}`);

/**
 * One line for each change, and the cost. Rows outside the file are counted on one line unless listed by `all`, named
 * or pruned.
 */
export function planLines(
  { changes, cost }: Plan,
  allowed: Allowed,
  context: Context,
  { all }: { readonly all: boolean },
): readonly string[] {
  const costs = costLine({ cost }, context);
  const others = changes.filter(({ kind }) => kind === 'other-bid' || kind === 'other-volume');
  const isCounted = !all && !allowed.prune && allowed.names === undefined && others.length > 1;
  const listed = isCounted ? changes.filter((change) => !others.includes(change)) : changes;
  return [
    ...listed.map((change) => changeLine(change, allowed, context)),
    ...(isCounted ? [othersLine(others)] : []),
    ...(costs === null ? [] : [costs]),
  ];
}

function othersLine(others: readonly Change[]): string {
  const bids = others.filter(({ kind }) => kind === 'other-bid').length;
  const volumes = others.length - bids;
  const counts = [
    ...(bids === 0 ? [] : [counted(bids, 'bid')]),
    ...(volumes === 0 ? [] : [counted(volumes, 'volume')]),
  ];
  return `? ${counts.join(' and ')} are not in the file; "spotdeck diff FILE --all" lists them.`;
}

export function costLine({ cost }: Pick<Plan, 'cost'>, { glyphs }: Context): string | null {
  const [before, after] = [costInWords(cost.before), costInWords(cost.after)];
  if (before === after) return null;
  const unknown = cost.after.kind === 'known' ? '' : `; ${unknownCost(cost.after)}`;
  return `Max cost if all filled: ${before} ${glyphs.arrow} ${after} /h${unknown}`;
}

export function changeLine(change: Change, allowed: Allowed, context: Context): string {
  const line = lineOf(change);
  const where = line === null ? '' : `  (line ${line})`;
  const words = `${changeWords(change, isAllowed(change, allowed), context)}${leftWords(change, allowed)}`;
  return `${signOf(change, allowed)} ${labelOf(change)}  ${words}${where}`;
}

export function signOf(change: Change, allowed: Allowed): string {
  switch (change.kind) {
    case 'create-volume':
    case 'place':
      return '+';
    case 'replace':
      return '!';
    case 'other-bid':
    case 'other-volume':
      return isAllowed(change, allowed) ? '-' : '?';
    default:
      return '~';
  }
}

/** `limit_price $1.75 → $1.95` */
export const fieldWords = (fields: readonly FieldChange[], { glyphs }: Pick<Context, 'glyphs'>): string =>
  fields.map(({ field, old, now }) => `${field} ${old} ${glyphs.arrow} ${now}`).join('; ');

/** The list of instances may be older than that of the bids. */
function endWords(change: Change, context: Context): string {
  const stops = stopsOf(change, context);
  if (stops > 0) return `, ${counted(stops, 'instance')} ${stops === 1 ? 'stops' : 'stop'}`;
  return isEnding(change) && isHolding(change.bid) ? ', what runs on it stops' : '';
}

/** The effect of a change, or the difference while it is not allowed. */
export function changeWords(change: Change, isDone: boolean, context: Context): string {
  const { aliases } = context;
  const ending = endWords(change, context);
  switch (change.kind) {
    case 'create-volume':
      return `${size(change.body.size_gb) ?? ''} in ${aliasOr(change.body.region, aliases)}`;
    case 'place': {
      const { wanted } = change;
      const place = `${aliasOr(wanted.type, aliases)} in ${aliasOr(wanted.region, aliases)}`;
      const script = fromFile(wanted);
      return `${place}, ${costWords(wanted, context)}${wanted.paused ? ', paused' : ''}${script === '' ? '' : `, with the script${script}`}`;
    }
    case 'change':
      return `${fieldWords(change.fields, context)}; ${costWords(change.wanted, context)}`;
    case 'pause':
      return `is paused${ending}`;
    case 'resume': {
      const by = change.rule === null ? '' : `; it is paused by the rule ${change.rule}`;
      return `is resumed, ${costWords({ ...change.wanted, price: change.price }, context)}${by}`;
    }
    case 'replace': {
      const how =
        change.placed === null
          ? `placed anew and ${change.bid.fid} cancelled`
          : `${change.placed.fid} is placed, so ${change.bid.fid} is cancelled`;
      return `${fieldWords(change.fields, context)}; ${how}${ending}; ${costWords(change.wanted, context)}`;
    }
    case 'other-bid':
      return isDone ? `is cancelled${ending}` : notInFile(change.noFile);
    case 'other-volume':
      return isDone ? 'is deleted with its data' : notInFile(change.noFile);
  }
}

const notInFile = (why: string | null): string => (why === null ? 'is not in the file' : `is not in the file: ${why}`);

/** Why `apply` leaves a change with its options; often empty. */
function leftWords(change: Change, allowed: Allowed): string {
  if (isAllowed(change, allowed)) return '';
  const { prune } = allowed;
  switch (change.kind) {
    case 'resume':
      return '; only with --rules';
    case 'replace':
      return '; only with --replace';
    case 'other-bid':
    case 'other-volume': {
      const { noFile, kept } = change;
      if (!prune) return '';
      return noFile !== null ? ', so it stays' : kept !== null ? `; it stays: ${kept}` : '';
    }
    default:
      return '';
  }
}

/** Why a row always stays, as a sentence; null if it need not. */
export function whyStays(change: Change): string | null {
  if (change.kind !== 'other-bid' && change.kind !== 'other-volume') return null;
  if (change.noFile !== null) return `${capitalized(change.noFile)}, so no file can have it, and it stays.`;
  return change.kept === null ? null : `It stays: ${change.kept}`;
}

const fieldShape: Shape<FieldChange> = change((field: FieldChange) => field);

type ChangeIn = { readonly change: Change; readonly context: Context };

const changeShape: Shape<ChangeIn> = {
  kind: text(({ change }) => KINDS[change.kind].kind),
  list: text(({ change }) => `${KINDS[change.kind].of}s`),
  ...identity(({ change }: ChangeIn) => ({ fid: fidOf(change), name: nameOf(change) })),
  line: number(({ change }) => lineOf(change)),
  fields: objects(fieldShape, ({ change }) => ('fields' in change ? change.fields : [])),
  ...amounts({ limit_price: ({ change }: ChangeIn) => ('wanted' in change ? change.wanted.price : null) }),
  instance_quantity: number(({ change }) => ('wanted' in change ? change.wanted.quantity : null)),
  stops: number(({ change, context }) => stopsOf(change, context)),
  rule: text(({ change }) => ('rule' in change ? change.rule : null)),
};

const remarkShape: Shape<Remark> = { line: number(({ line }) => line), text: text((remark) => remark.text) };
const costShape: Shape<Exposure> = cost((exposure: Exposure) => exposure);

type PlanIn = { readonly file: FleetFile; readonly plan: Plan; readonly context: Context };

const planShape: Shape<PlanIn> = {
  file: text(({ file }) => file.path),
  project: text(({ context }) => context.project),
  changes: objects(changeShape, ({ plan, context }) => plan.changes.map((change) => ({ change, context }))),
  problems: objects(remarkShape, ({ plan }) => plan.problems),
  warnings: objects(remarkShape, ({ plan }) => plan.warnings),
  cost_per_hour_before: object(costShape, ({ plan }) => plan.cost.before),
  cost_per_hour_after: object(costShape, ({ plan }) => plan.cost.after),
};

export const printedPlan = (
  file: FleetFile,
  plan: Plan,
  allowed: Allowed,
  context: Context,
  shown: { readonly all: boolean },
): Printed => ({
  ...inLines(
    changeShape,
    plan.changes.map((change) => ({ change, context })),
    () => planLines(plan, allowed, context, shown),
  ),
  whole: () => objectOf(planShape, { file, plan, context }),
});

const MAX_FOREIGN = 10;

/** Lists rows of other projects, which are left alone. */
export function foreignLines(context: Context): readonly string[] {
  const byProject = Map.groupBy(foreignRows(context), ({ project }) => project ?? '');
  return [...byProject].map(([project, rows]) => {
    const names = rows.slice(0, MAX_FOREIGN).map(({ name, fid }) => name || fid);
    const more = rows.length - names.length;
    const all = `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    return `Of the project ${aliasOr(project, context.aliases)} and left alone, though listed here: ${all}.`;
  });
}
