import type { FieldIssue } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Tone } from './cell.ts';
import type { Context } from './context.ts';
import type { Write } from './write.ts';

/** What stands in the fields of a form, by field id: text that was typed, and choices of fields that take several. */
export type Values = {
  readonly text: Readonly<Record<string, string>>;
  readonly picked: Readonly<Record<string, readonly string[]>>;
};

/** Something offered for a field; free text is always allowed beside it. */
export type Suggestion = { readonly value: string; readonly label: string; readonly note?: string };

/** One field. `path` is where its value goes in the request's body, so that what the service refuses comes back to it. */
export type Field = {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  /** `line`: one line of text. `block`: text of several lines, `@path` or an editor. `several`: any number of choices. */
  readonly kind: 'line' | 'block' | 'several';
  readonly path: readonly string[];
  readonly suggest?: (values: Values, context: FormContext) => readonly Suggestion[];
  /** `@path` stands for the contents of a file. */
  readonly fromFile?: boolean;
};

/** What forms look at: the lists, for suggestions and checks. It is the context of the moment, not of opening. */
export type FormContext = Context;

/** A line of the review: what will be sent, in the operator's words. */
export type ReviewLine = { readonly field: string; readonly value: string };

/** A remark that follows what is typed: a cost, a warning. */
export type Remark = { readonly text: string; readonly tone: Tone };

/** What has to be typed before something is sent, and why. `accepts` takes any spelling of the expected value. */
export type Retype = {
  /** Stands before the field: `Type it again`. */
  readonly prompt: string;
  readonly why: string;
  readonly expected: string;
  readonly accepts: (typed: string) => boolean;
};

export type Checked =
  | {
      readonly ok: true;
      /** What is sent: one write, or several that are sent together and undone together. */
      readonly writes: readonly [Write, ...Write[]];
      readonly review: readonly ReviewLine[];
      readonly retype: Retype | null;
      /** Why rows that the form was opened for can't be changed, in one sentence each. */
      readonly leftOut?: readonly string[];
    }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

/** A form, closed over what it was opened for. `check` builds the request's body and judges it by the endpoint's own schema. */
export type Form = {
  readonly id: string;
  readonly title: string;
  readonly list: ServiceList;
  readonly fields: readonly Field[];
  readonly start: Values;
  /** Whether the answer to what is filled in carries something that will not come again. */
  readonly bringsSecret?: (values: Values) => boolean;
  readonly remarks: (values: Values, context: FormContext) => readonly Remark[];
  readonly check: (values: Values, context: FormContext) => Checked;
  /** What the review alone warns of: it would come and go with every letter while the field is typed. */
  readonly warnings?: (values: Values, context: FormContext) => readonly Remark[];
};

export function textOf(values: Values, id: string): string {
  return values.text[id] ?? '';
}

export function pickedOf(values: Values, id: string): readonly string[] {
  return values.picked[id] ?? [];
}

/** The field an issue belongs to, or null when it is about the whole. A longer path than the field's own still belongs to it. */
export function fieldOf(fields: readonly Field[], path: FieldIssue['path']): Field | null {
  const asText = path.map(String);
  return (
    fields.find(({ path: own }) => own.length <= asText.length && own.every((part, at) => part === asText[at])) ??
    fields.find(({ path: own }) => own.at(-1) === asText.at(-1)) ??
    null
  );
}
