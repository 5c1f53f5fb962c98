import { isoTime } from '../../lib/duration.ts';
/**
 * The time in which a bid is without what it lost: from the first stop, and from the last one, until all runs again or was let go. `to` is
 * null until then; `earlierMs` is the time without it before the last stop, from which the time is left out in which all ran. Milliseconds.
 */
export type Outage = {
  readonly from: number;
  readonly lastFrom: number;
  readonly to: number | null;
  readonly earlierMs: number;
  /** Whether all that was lost runs again. */
  readonly isBack: boolean;
};

/** What an event leaves behind: whether anything was lost yet, is out, and whether the bid wants no instances any more. */
type Left = { readonly hasLost: boolean; readonly isOut: boolean; readonly isResting: boolean };

/** An outage after an event; null while nothing was lost. What is replaced in the same reading was out for no time. */
export function outageWith(outage: Outage | null, at: number, { hasLost, isOut, isResting }: Left): Outage | null {
  const isOver = !isOut || isResting;
  if (outage === null)
    return hasLost ? { from: at, lastFrom: at, to: isOver ? at : null, earlierMs: 0, isBack: !isOut } : null;
  if (outage.to === null) return isOver ? { ...outage, to: Math.max(at, outage.lastFrom), isBack: !isOut } : outage;
  return isOver ? outage : { ...outage, lastFrom: at, to: null, earlierMs: outageMs(outage, at), isBack: false };
}

/** How long an outage lasted, or lasts until `now`, in milliseconds. */
export const outageMs = ({ lastFrom, to, earlierMs }: Outage, now: number): number =>
  earlierMs + (to ?? now) - lastFrom;

/** An outage as an object for programs; its seconds count up to `now` while it is not over. */
export const outageJson = (outage: Outage, now: number) => ({
  from: isoTime(outage.from),
  to: outage.to === null ? null : isoTime(outage.to),
  is_back: outage.isBack,
  seconds: Math.round(outageMs(outage, now) / 1000),
});
