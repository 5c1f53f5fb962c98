import type { PaneName } from '../../resources/rows.ts';

/** The effect on rows of a question: an action on some rows, or pausing bids as a group. */
export type AskedOfRows =
  | { readonly kind: 'action'; readonly pane: PaneName; readonly action: string; readonly fids: readonly string[] }
  | { readonly kind: 'pause-set'; readonly name: string; readonly fids: readonly string[] };

/** Letting rules act; `version` is the text of the rule that the operator has seen. */
type AskedOfRules = {
  readonly kind: 'rules';
  readonly does: 'release' | 'go-on';
  readonly fids: readonly string[];
  readonly version: string | null;
};

/** The effect of a second tap. */
export type ArmedFor = AskedOfRows | AskedOfRules;

/** The effect that a second tap confirms, and the rows that it changes, by fid. */
export type Asked = {
  /** The effect, without the key: `pause train-llama, 8 running instances stop ($208.40/h)`. */
  readonly sentence: string;
  readonly rows: readonly string[];
};

/** Whether two questions have the same words and change the same rows. */
export function isSameQuestion(one: Asked, other: Asked): boolean {
  return one.sentence === other.sentence && isSameRows(one.rows, other.rows);
}

export const isSameRows = (one: Asked['rows'], other: Asked['rows']): boolean =>
  one.length === other.length && one.every((fid, at) => fid === other[at]);

/** A first tap that waits for its second; the hint line asks for it. */
export type Armed = Asked & {
  /** The key of the first tap; it confirms, and so does `y`. */
  readonly key: string;
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
