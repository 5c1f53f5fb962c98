import type { ServiceList } from '../contract/lists.ts';
import { jsonWithBigints } from '../lib/values.ts';
import type { Form, Retype, ReviewLine, Values } from '../resources/form.ts';
import type { Confirmation } from '../resources/resource.ts';
import type { PaneName } from '../resources/rows.ts';
import type { Write } from '../resources/write.ts';

/** Time before a key can answer a new question, so that no key typed or pasted ahead does, in milliseconds. */
export const UNANSWERABLE_MS = 250;

/** Numbers of marked rows that a filter hides from an action and of all marked rows, with the fids of all. */
export type HiddenMarks = { readonly hidden: number; readonly marked: number; readonly fids: readonly string[] };

/** Rows that were chosen for something, by fid, and the marked ones that a filter hides: left out unless the operator includes them. */
export type ChosenRows = { readonly fids: readonly string[]; readonly hidden: HiddenMarks | null };

/**
 * What can be requested, by kind. A feature adds kinds of its own by declaration merging, each with a record: see `QuestionRecord`. What a
 * request would do now is computed from the state: see `Effect`.
 */
export interface Requests {
  /** An action on rows of a pane. `direct`: where nothing stops and nothing begins to cost, it is done without asking. */
  readonly action: ChosenRows & { readonly pane: PaneName; readonly action: string; readonly direct: boolean };
  /** Taking back a change, by the writes that undo it. */
  readonly undo: { readonly writes: readonly Write[] };
  /** Sending a form with the values that were typed. */
  readonly form: { readonly form: Form; readonly values: Values };
}

export type RequestKind = keyof Requests;

/** A request of one kind, in a form that lets the compiler relate it to the record of that kind. */
export type RequestOf<Kind extends RequestKind = RequestKind> = {
  [Each in Kind]: { readonly kind: Each } & Requests[Each];
}[Kind];

export type Request = RequestOf;

/** What has to happen before an effect is carried out: nothing, the same key once more, one key, or a text typed. */
export type Answer = { readonly by: 'nothing' | 'tap' | 'key' } | TypedAnswer;

export type TypedAnswer = {
  readonly by: 'typed';
  readonly expected: string;
  /** Label of the field, and why it has to be typed; null where the dialog's lines say it. */
  readonly retype: Retype | null;
};

/** Whether a typed text is the one asked for; a form takes any spelling of the same amount. */
export const isExpected = ({ expected, retype }: TypedAnswer, text: string): boolean =>
  retype === null ? text.trim() === expected : retype.accepts(text);

/** The line that says what is left out; none when nothing is. */
export const leftOutLines = (leftOut: string | null): Confirmation['lines'] =>
  leftOut === null ? [] : [{ text: `${leftOut}.`, tone: 'warn' }];

/** What a request would do now: in words and money, to which rows, with which writes. */
export type Effect = {
  /** In one line, without the key: `pause train-llama, 8 running instances stop ($208.40/h)`. */
  readonly sentence: string;
  /** Title and lines of the dialog. */
  readonly title: string;
  readonly lines: Confirmation['lines'];
  /** The fields and values of a form that are sent; empty for everything else. */
  readonly review: readonly ReviewLine[];
  /** The rows that change, by fid. */
  readonly rows: readonly string[];
  readonly writes: readonly Write[];
  readonly answer: Answer;
  /** What is left out, in a sentence without its period; null when nothing is. */
  readonly leftOut: string | null;
  /** The lists that it was computed from. */
  readonly reads: readonly ServiceList[];
};

/** A question on screen: what was requested, and its effect as it was first shown and as it is now. It is replaced when its effect changes. */
export type OpenQuestion = {
  readonly request: Request;
  readonly effect: Effect;
  readonly first: Effect;
  /** The key that asked; it confirms a second tap, and so does `y`. Null for a question in a dialog. */
  readonly key: string | null;
};

/** The text that tells effects apart: their words, rows and writes. Two questions with one identity have one answer. */
export function identityOf({ sentence, title, lines, review, rows, writes, answer, leftOut }: Effect): string {
  const typed = answer.by === 'typed' ? [answer.expected, answer.retype?.why] : null;
  const requests = writes.map(({ call, input }) => [call, input]);
  return jsonWithBigints([sentence, title, lines, review, rows, requests, answer.by, typed, leftOut]);
}

/** Whether two effects are the same, so that an answer to one is an answer to the other. */
export const isSameEffect = (one: Effect, other: Effect): boolean =>
  one === other || identityOf(one) === identityOf(other);

export const questionAbout = (request: Request, effect: Effect, key: string | null): OpenQuestion => ({
  request,
  effect,
  first: effect,
  key,
});

/** The marked rows that a filter hides from a request; null when there are none. */
export const hiddenIn = (request: Request): HiddenMarks | null => ('hidden' in request ? request.hidden : null);

/** The request for all marked rows, those that a filter hides too; it is never done without asking. */
export function withHidden(request: Request): Request {
  if (!('hidden' in request) || request.hidden === null) return request;
  const { fids } = request.hidden;
  const all = { ...request, fids, hidden: null };
  return 'direct' in all ? { ...all, direct: false } : all;
}

/** The sentence that marked rows are left out, when no key includes them. */
export function leftOutSentence({ hidden, marked }: Omit<HiddenMarks, 'fids'>): string {
  return `${hidden} of ${marked} marked ${hidden === 1 ? 'is' : 'are'} hidden by the filter and left out`;
}

export function hiddenSentence(counts: Omit<HiddenMarks, 'fids'>): string {
  return `${leftOutSentence(counts)}; * includes all`;
}
