import type { PaneName } from '../../resources/rows.ts';

/** The effect of a second tap: an action on some rows, or pausing bids as a group. */
export type ArmedFor =
  | { readonly kind: 'action'; readonly pane: PaneName; readonly action: string; readonly fids: readonly string[] }
  | { readonly kind: 'pause-set'; readonly name: string; readonly fids: readonly string[] };

/** A first tap that waits for its second; the hint line asks for it. */
export type Armed = {
  /** The key of the first tap; it confirms, and so does `y`. */
  readonly key: string;
  /** The effect, without the key: `pause train-llama, 8 running instances stop ($208.40/h)`. */
  readonly sentence: string;
  /** Marked rows that a filter hides; null when there are none. */
  readonly hidden: HiddenMarks | null;
  readonly for: ArmedFor;
};

/** Numbers of marked rows that a filter hides from an action and of all marked rows, with the fids of all. */
export type HiddenMarks = { readonly hidden: number; readonly marked: number; readonly fids: readonly string[] };

/** A question that a key can confirm, compared by identity: the same object while the question is the same. */
export type Question = object;

type Counts = Pick<HiddenMarks, 'hidden' | 'marked'>;

/** Returns the sentence that marked rows are left out, when no key includes them. */
export function leftOutSentence({ hidden, marked }: Counts): string {
  return `${hidden} of ${marked} marked ${hidden === 1 ? 'is' : 'are'} hidden by the filter and left out`;
}

export function hiddenSentence(counts: Counts): string {
  return `${leftOutSentence(counts)}; * includes all`;
}
