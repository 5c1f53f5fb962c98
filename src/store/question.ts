import type { ServiceList } from '../contract/lists.ts';
import { jsonWithBigints } from '../lib/values.ts';
import type { Form, Retype, ReviewLine, Values } from '../resources/form.ts';
import type { Confirmation } from '../resources/resource.ts';
import type { PaneName } from '../resources/rows.ts';
import type { Write } from '../resources/write.ts';

/** In milliseconds: no key typed or pasted ahead answers a new question. */
export const UNANSWERABLE_MS = 250;

/** `fids` are those of all marked rows. */
export type HiddenMarks = { readonly hidden: number; readonly marked: number; readonly fids: readonly string[] };

/** `hidden` rows are left out unless the operator includes them. */
export type ChosenRows = { readonly fids: readonly string[]; readonly hidden: HiddenMarks | null };

/** By kind. A feature adds kinds by declaration merging, each with a `QuestionRecord`. */
export interface Requests {
  /** `direct`: done without asking if nothing stops and nothing begins to cost. */
  readonly action: ChosenRows & { readonly pane: PaneName; readonly action: string; readonly direct: boolean };
  readonly undo: { readonly writes: readonly Write[] };
  readonly form: { readonly form: Form; readonly values: Values };
}

export type RequestKind = keyof Requests;

/** Lets the compiler relate a request to the record of its kind. */
export type RequestOf<Kind extends RequestKind = RequestKind> = {
  [Each in Kind]: { readonly kind: Each } & Requests[Each];
}[Kind];

export type Request = RequestOf;

/** Needed before an effect: nothing, the same key again, one key, or a text. */
export type Answer = { readonly by: 'nothing' | 'tap' | 'key' } | TypedAnswer;

export type TypedAnswer = {
  readonly by: 'typed';
  readonly expected: string;
  /** Null when the dialog's lines say why. */
  readonly retype: Retype | null;
};

/** A form takes any spelling of the same amount. */
export const isExpected = ({ expected, retype }: TypedAnswer, text: string): boolean =>
  retype === null ? text.trim() === expected : retype.accepts(text);

export const leftOutLines = (leftOut: string | null): Confirmation['lines'] =>
  leftOut === null ? [] : [{ text: `${leftOut}.`, tone: 'warn' }];

export type Effect = {
  /** Without the key: `pause train-llama, 8 running instances stop ($208.40/h)`. */
  readonly sentence: string;
  readonly title: string;
  readonly lines: Confirmation['lines'];
  /** Empty for all but a form. */
  readonly review: readonly ReviewLine[];
  readonly rows: readonly string[];
  readonly writes: readonly Write[];
  readonly answer: Answer;
  /** A sentence without its period; null when nothing is left out. */
  readonly leftOut: string | null;
  readonly reads: readonly ServiceList[];
};

/** `effect` as now, `first` as first shown. */
export type OpenQuestion = {
  readonly request: Request;
  readonly effect: Effect;
  readonly first: Effect;
  /** The key that asked; its second tap confirms. Null in a dialog. */
  readonly key: string | null;
};

/** Two questions with one identity have one answer. */
export function identityOf({ sentence, title, lines, review, rows, writes, answer, leftOut }: Effect): string {
  const typed = answer.by === 'typed' ? [answer.expected, answer.retype?.why] : null;
  const requests = writes.map(({ call, input }) => [call, input]);
  return jsonWithBigints([sentence, title, lines, review, rows, requests, answer.by, typed, leftOut]);
}

export const isSameEffect = (one: Effect, other: Effect): boolean =>
  one === other || identityOf(one) === identityOf(other);

export const questionAbout = (request: Request, effect: Effect, key: string | null): OpenQuestion => ({
  request,
  effect,
  first: effect,
  key,
});

/** Null when the filter hides no marked rows. */
export const hiddenIn = (request: Request): HiddenMarks | null => ('hidden' in request ? request.hidden : null);

/** For all marked rows; never done without asking. */
export function withHidden(request: Request): Request {
  if (!('hidden' in request) || request.hidden === null) return request;
  const { fids } = request.hidden;
  const all = { ...request, fids, hidden: null };
  return 'direct' in all ? { ...all, direct: false } : all;
}

export function leftOutSentence({ hidden, marked }: Omit<HiddenMarks, 'fids'>): string {
  return `${hidden} of ${marked} marked ${hidden === 1 ? 'is' : 'are'} hidden by the filter and left out`;
}

export function hiddenSentence(counts: Omit<HiddenMarks, 'fids'>): string {
  return `${leftOutSentence(counts)}; * includes all`;
}
