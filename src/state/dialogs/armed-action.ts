import type { PaneName } from '../../resources/rows.ts';

/** What a second tap does: an action with some rows, or pausing bids as a set. */
export type ArmedFor =
  | { readonly kind: 'action'; readonly pane: PaneName; readonly action: string; readonly fids: readonly string[] }
  | { readonly kind: 'pause-set'; readonly name: string; readonly fids: readonly string[] };

/** A first tap that waits for its second, which the hint line asks for. */
export type Armed = {
  /** The key that asked; it answers too, beside `y`. */
  readonly key: string;
  /** What will happen, without the key: `pause train-llama, 8 running instances stop ($208.40/h)`. */
  readonly sentence: string;
  /** Marked rows that a filter hides, and what to press to include them; null when there are none. */
  readonly hidden: HiddenMarks | null;
  readonly for: ArmedFor;
};

/** Marked rows left out of an action because a filter hides them, and all that are marked. */
export type HiddenMarks = { readonly hidden: number; readonly marked: number; readonly fids: readonly string[] };

/** Something that a key can agree to, by its identity: the same object as long as the same is asked. */
export type Question = object;

type Counts = Pick<HiddenMarks, 'hidden' | 'marked'>;

/** That marked rows are left out, for where no key includes them. */
export function leftOutSentence({ hidden, marked }: Counts): string {
  return `${hidden} of ${marked} marked ${hidden === 1 ? 'is' : 'are'} hidden by the filter and left out`;
}

export function hiddenSentence(counts: Counts): string {
  return `${leftOutSentence(counts)}; * includes all`;
}
