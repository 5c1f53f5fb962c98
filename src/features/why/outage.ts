import { isoTime } from '../../lib/duration.ts';
/** The time in which a bid is without instances that it lost. Times in milliseconds since 1970. */
export type Outage = {
  /** The first stop. */
  readonly from: number;
  /** The last stop: all may have run again in between. */
  readonly lastFrom: number;
  /** When all ran again or the bid was paused or ended; null until then. */
  readonly to: number | null;
  /** Time without instances before the last stop, in milliseconds. */
  readonly earlierMs: number;
  /** Whether all that was lost runs again. */
  readonly isBack: boolean;
};

/** How an incident stands after an event: whether it has lost instances, whether some are out, and whether the bid is paused or ended. */
type After = { readonly hasLost: boolean; readonly isOut: boolean; readonly isResting: boolean };

/** An outage after an event; null while nothing was lost. What is replaced in the same reading was out for no time. */
export function outageWith(outage: Outage | null, at: number, { hasLost, isOut, isResting }: After): Outage | null {
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
