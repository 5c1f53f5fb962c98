import type { Bid } from '../../contract/bid.ts';
import { isSameMoney, parsePrice } from '../../lib/money.ts';
import { capitalized } from '../../lib/words.ts';
import { quantityToRun, resumedOverBudget } from '../../resources/bids/exposure.ts';
import { resumeBid } from '../../resources/bids/writes.ts';
import type { Context } from '../../resources/context.ts';
import { costInWords, isNothing, shownPrice, unknownCost } from '../../resources/parts/amounts.ts';
import { exposureOf } from '../../resources/parts/joins.ts';
import { whyLeftAlone } from '../../resources/parts/other-project.ts';
import { isStatus } from '../../resources/parts/status.ts';
import type { Confirmation } from '../../resources/resource.ts';
import type { Write } from '../../resources/write.ts';
import type { PauseSet, SetMember } from './journal.ts';

export function memberOf({ fid, name, limit_price, instance_quantity }: Bid): SetMember {
  return { fid, name: name || fid, price: limit_price?.text ?? null, quantity: instance_quantity };
}

/** Null when the bid is as the set left it. */
function changedSince(member: SetMember, context: Context): string | null {
  const now = context.rowOf('bids', member.fid)?.row;
  if (now === undefined) return 'it is gone';
  const foreign = whyLeftAlone(now, context);
  if (foreign !== null) return foreign;
  if (isStatus(now.status, 'terminated')) return 'it has ended';
  if (!isStatus(now.status, 'paused')) return 'it is no longer paused';
  if (!isSamePrice(now.limit_price, member.price))
    return `its limit price is now ${shownPrice(now.limit_price) ?? 'not known'}`;
  return now.instance_quantity === member.quantity
    ? null
    : `its quantity is now ${now.instance_quantity ?? 'not known'}`;
}

/** In any spelling. */
function isSamePrice(now: Bid['limit_price'], then: string | null): boolean {
  const before = then === null ? null : parsePrice(then);
  if (now?.amount == null || before === null) return (now?.text ?? null) === then;
  return isSameMoney(now.amount, before);
}

export type ResumePlan = {
  readonly bids: readonly Bid[];
  readonly writes: readonly Write[];
  readonly left: readonly { readonly member: SetMember; readonly why: string }[];
};

export function resuming({ members }: PauseSet, context: Context): ResumePlan {
  const left = members.flatMap((member) => {
    const why = changedSince(member, context);
    return why === null ? [] : [{ member, why }];
  });
  const bids = members.flatMap((member) =>
    left.some((entry) => entry.member === member) ? [] : (context.rowOf('bids', member.fid)?.row ?? []),
  );
  return { bids, writes: bids.map(resumeBid), left };
}

export function askToResume(name: string, { bids, left }: ResumePlan, context: Context): Confirmation {
  const { glyphs } = context;
  const cost = exposureOf(bids, (bid) => ({ count: quantityToRun(bid) }));
  const over = resumedOverBudget(bids, context);
  return {
    title: `Resume the set ${name}`,
    lines: [
      ...bids.map((bid) => ({
        text: `${bid.name || bid.fid}  ${shownPrice(bid.limit_price) ?? glyphs.none} ${glyphs.times} ${bid.instance_quantity ?? '?'}`,
      })),
      ...left.map(({ member, why }) => ({ text: `${member.name} is left as it is: ${why}.`, tone: 'warn' as const })),
      ...(isNothing(cost) ? [] : [{ text: `Max cost if all filled: ${costInWords(cost)} /h.` }]),
      ...(cost.kind === 'known'
        ? []
        : [{ text: `${glyphs.warn} ${capitalized(unknownCost(cost))}.`, tone: 'warn' as const }]),
      ...(over === null ? [] : [{ text: `${glyphs.warn} That is ${over}.`, tone: 'bad' as const }]),
    ],
    typed: null,
  };
}

/** The members still to resume. Bids changed since leave the set. */
export function leftToResume(set: PauseSet, tried: readonly string[], done: readonly Write[]): PauseSet {
  const isLeft = (fid: string): boolean => tried.includes(fid) && !done.some((write) => write.fid === fid);
  return { ...set, members: set.members.filter(({ fid }) => isLeft(fid)) };
}
