import type { NewVolume } from '../../../contract/volume.ts';
import { formatMoneyGrouped, type Money, timesMoney } from '../../../lib/money.ts';
import { nearest } from '../../../lib/nearest.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import { leastIn, withoutOf } from '../../../lib/sum.ts';
import { sharedBlockVolume } from '../../../resources/bids/launch.ts';
import { budgetReason, oldPriceOf, startlingReasons } from '../../../resources/bids/price-guard.ts';
import type { Context } from '../../../resources/context.ts';
import { aliasOr } from '../../../resources/parts/aliases.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import { seenRegions } from '../../../resources/parts/type-and-region.ts';
import { lineOfKey } from '../file/fleet-file.ts';
import { type Allowed, type Change, isAllowed, type Plan } from './change.ts';
import type { Remark, WantedBid } from './wanted.ts';

/** Warns of likely slips: unknown type or region, volume elsewhere, startling price, too little budget. */
export function warningsOf(
  all: readonly Change[],
  allowed: Allowed,
  cost: Plan['cost'],
  context: Context,
): readonly Remark[] {
  const changes = all.filter((change) => isAllowed(change, allowed));
  const placeOf = createPlaceCheck(context);
  const priceOf = createPriceCheck(context);
  const created = new Map(
    all.flatMap((change) => (change.kind === 'create-volume' ? [[change.file.name, change.body] as const] : [])),
  );
  const remarks = [
    ...changes.flatMap((change): readonly Remark[] => {
      switch (change.kind) {
        case 'place':
        case 'replace':
          if (change.kind === 'replace' && change.placed !== null) return [];
          return [...placeOf(change.wanted), ...unfit(change.wanted, created, context), ...priceOf(change)];
        case 'change':
          return [...(change.volumes === null ? [] : unfit(change.wanted, created, context)), ...priceOf(change)];
        default:
          return [];
      }
    }),
    ...overBudget(changes, cost, context),
  ];
  return remarks.map(({ line, text }) => ({ line, text: printableLine(text) }));
}

/** Warns of a type or region no row has. An empty project proves nothing. */
function createPlaceCheck(context: Context): (wanted: WantedBid) => readonly Remark[] {
  const rows = [...context.rowsOf('bids').values(), ...context.rowsOf('instances').values()].map(({ row }) => row);
  const types = new Set(rows.flatMap(({ instance_type }) => instance_type ?? []));
  const regions = new Map<string, readonly string[]>();
  const { aliases } = context;
  return ({ type, region, file }) => {
    if (types.size === 0) return [];
    const seen = regions.get(type) ?? seenRegions(type, context);
    regions.set(type, seen);
    if (seen.length === 0) {
      const meant = nearest(
        file.instance_type,
        [...types].map((one) => aliasOr(one, aliases)),
      );
      const text = `no bid or instance has the type ${file.instance_type}.${meant === null ? '' : ` Did you mean ${meant}?`}`;
      return [{ line: lineOfKey(file.lines, 'instance_type'), text }];
    }
    if (seen.includes(region)) return [];
    const known = seen.slice(0, MAX_NAMED).map((one) => aliasOr(one, aliases));
    const text = `${file.instance_type} is known in ${known.join(', ')}, not in ${file.region}.`;
    return [{ line: lineOfKey(file.lines, 'region'), text }];
  };
}

const MAX_NAMED = 5;

type CreatedVolumes = ReadonlyMap<string, NewVolume>;

/** Warns of volumes in another region, or usable by one instance only. */
function unfit(
  { volumes, region, quantity, file }: WantedBid,
  created: CreatedVolumes,
  context: Context,
): readonly Remark[] {
  const line = lineOfKey(file.lines, 'volumes');
  return volumes.flatMap((volume): readonly Remark[] => {
    const row = volume.kind === 'there' ? context.rowOf('volumes', volume.fid)?.row : undefined;
    const body = volume.kind === 'new' ? created.get(volume.name) : undefined;
    const name = volume.kind === 'new' ? volume.name : row?.name || volume.fid;
    const where = body?.region ?? row?.region ?? region;
    const isBlock = (body?.disk_interface ?? row?.interface)?.toLowerCase() === 'block';
    return [
      ...(where === region
        ? []
        : [{ line, text: `the volume ${name} is in ${aliasOr(where, context.aliases)}, the bid in ${file.region}.` }]),
      ...(isBlock && quantity > 1 ? [{ line, text: sharedBlockVolume(name, quantity) }] : []),
    ];
  });
}

type Priced = Extract<Change, { readonly kind: 'place' | 'replace' | 'change' }>;

/** Reasons of the price guard, cached: each one compares all bids. */
function createPriceCheck(context: Context): (change: Priced) => readonly Remark[] {
  const found = new Map<string, readonly string[]>();
  return (change) => {
    const { wanted } = change;
    const { price, quantity, type, region, file } = wanted;
    if (change.kind === 'change' && !change.price) return [];
    const bid = change.kind === 'change' ? change.bid : null;
    const old = change.kind === 'place' ? null : oldPriceOf(change.bid);
    // Equal type, region and price give equal reasons, except for a fall by half.
    const known = old === 'unreadable' ? null : old;
    const falls = known !== null && price.micros * 2n <= known.micros;
    const before = old === 'unreadable' ? [old] : [old?.sign, old?.micros];
    const key = [price.sign, price.micros, ...before, bid === null, type, region].join('\n');
    const reasons =
      (falls ? undefined : found.get(key)) ?? startlingReasons({ price, quantity, type, region, bid, old }, context);
    if (!falls) found.set(key, reasons);
    return reasons.map((text) => ({ line: lineOfKey(file.lines, 'limit_price'), text }));
  };
}

/**
 * Warns of a cost over the budget, at the first bid that exceeds it, or of an unknown one. A cost that does not grow
 * passes.
 */
function overBudget(
  changes: readonly Change[],
  { before, after }: Plan['cost'],
  { budget }: Context,
): readonly Remark[] {
  const text = budget === null ? null : budgetReason('them', after, budget);
  if (budget === null || text === null) return [];
  const [has, wants] = [leastIn(before, budget.sign), leastIn(after, budget.sign)];
  const isMore = wants.micros > has.micros || withoutOf(after).length > withoutOf(before).length;
  if (!isMore) return [];
  let { micros } = has;
  for (const change of changes) {
    if (!('wanted' in change) || change.wanted.paused) continue;
    const { price, quantity, file } = change.wanted;
    const bid = 'bid' in change ? change.bid : null;
    const old = bid === null || isStatus(bid.status, 'paused') ? null : (bid.limit_price?.amount ?? null);
    if (old?.sign === budget.sign) micros -= timesMoney(old, bid?.instance_quantity ?? 0).micros;
    if (price.sign === budget.sign) micros += timesMoney(price, quantity).micros;
    if (micros > budget.micros) return [{ line: lineOfKey(file.lines, 'name'), text }];
  }
  return [{ line: null, text }];
}

/** `4 x $2.50 = $10.00/h` */
export function costWords(
  { price, quantity }: { readonly price: Money | null; readonly quantity: number },
  { glyphs }: Pick<Context, 'glyphs'>,
): string {
  if (price === null) return 'at a price that is not known';
  const all = formatMoneyGrouped(timesMoney(price, quantity));
  return quantity === 1
    ? `${all}/h at most`
    : `${quantity} ${glyphs.times} ${formatMoneyGrouped(price)} = ${all}/h at most`;
}
