import type * as z from 'zod';
import type { FieldIssue } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Advice } from './advice.ts';
import type { Tone } from './cell.ts';
import type { Context } from './context.ts';
import type { Write } from './write.ts';

/** The contents of a form's fields, by field id: typed text, and the choices of fields that take several. */
export type Values = {
  readonly text: Readonly<Record<string, string>>;
  readonly picked: Readonly<Record<string, readonly string[]>>;
};

/** A suggested value of a field; free text is always allowed too. */
export type Suggestion = { readonly value: string; readonly label: string; readonly note?: string };

/** A field of a form. `path` is its place in the request's body, so that the service's issues come back to it. */
export type Field = {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  /** The help with what holds now, such as the present value; by default `help` alone. */
  readonly helpNow?: (context: FormContext) => string;
  /**
   * `line`: one line of text. `hidden`: one line that is never shown. `block`: text of several lines, `@path` or an editor.
   * `several`: any number of choices.
   */
  readonly kind: 'line' | 'hidden' | 'block' | 'several';
  readonly path: readonly string[];
  /** Whether the form can't be sent while the field is empty. */
  readonly required?: boolean;
  readonly suggest?: (values: Values, context: FormContext) => readonly Suggestion[];
  /**
   * Value that another field determines, or null; the field has it until the operator enters another one. `from` names the
   * source on screen.
   */
  readonly follows?: {
    /** The id of the field that determines it. */
    readonly of: string;
    readonly from: string;
    readonly value: (values: Values, context: FormContext) => string | null;
  };
  /** What is shown below the field about its value; null for nothing. */
  readonly advice?: (values: Values, context: FormContext) => Advice | null;
  /** `@path` stands for the contents of a file. */
  readonly fromFile?: boolean;
  /** The value is a whole number: anything but a digit is refused as it is typed. */
  readonly digits?: boolean;
};

/** The lists that forms read for suggestions and checks: the present context, not that of opening. */
export type FormContext = Context;

/** A line of the review: a value to be sent, in the operator's words. */
export type ReviewLine = { readonly field: string; readonly value: string };

/** A remark on the typed values: a cost, a warning. */
export type Remark = { readonly text: string; readonly tone: Tone };

/** A text to type before a write is sent, and why. `accepts` takes any spelling of the expected value. */
export type Retype = {
  /** Label of the field: `Type it again`. */
  readonly prompt: string;
  readonly why: string;
  readonly expected: string;
  readonly accepts: (typed: string) => boolean;
  /** Only the console asks: a command names all that it wants, and is warned. */
  readonly onlyConsole?: true;
};

export type FormResult =
  | {
      readonly ok: true;
      /** The writes to send; several are sent and undone together. */
      readonly writes: readonly [Write, ...Write[]];
      readonly review: readonly ReviewLine[];
      readonly retype: Retype | null;
      /** Why rows that the form was opened for can't be changed, one sentence each. */
      readonly leftOut?: readonly string[];
    }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

/** Parts of every form. */
export type FormParts = {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly Field[];
  /** The fields for other values; always as many. Without it the fields stay the same. */
  readonly fieldsFor?: (values: Values) => readonly Field[];
  readonly start: Values;
  /** Choices that the console makes beforehand, by field id, from the lists as they are read; a command has only what it names. */
  readonly chosen?: (context: FormContext) => Values['picked'];
  readonly remarks: (values: Values, context: FormContext) => readonly Remark[];
  /** Warnings of the review alone: while a field is typed they would come and go with every letter. */
  readonly warnings?: (values: Values, context: FormContext) => readonly Remark[];
};

/** A form for one action, closed over its rows. `check` builds the request's body and checks it with the endpoint's schema. */
export type Form = FormParts & {
  readonly list: ServiceList;
  /** Whether the response to these values carries a secret that is shown once. */
  readonly bringsSecret?: (values: Values) => boolean;
  readonly check: (values: Values, context: FormContext) => FormResult;
};

export function textOf(values: Values, id: string): string {
  return values.text[id] ?? '';
}

export function pickedOf(values: Values, id: string): readonly string[] {
  return values.picked[id] ?? [];
}

/** The fields of a request's body; those without which its schema refuses the body are required. */
export function fieldsOfBody({ shape }: z.ZodObject, fields: readonly Field[]): readonly Field[] {
  return fields.map((field) => {
    const [member = '', ...within] = field.path;
    const required = within.length === 0 && shape[member]?.safeParse(undefined).success === false;
    return required ? { ...field, required } : field;
  });
}

/** The required fields without a value. */
export function missingIn({ fields }: FormParts, values: Values): readonly Field[] {
  return fields.filter(
    ({ id, required }) => required === true && textOf(values, id).trim() === '' && pickedOf(values, id).length === 0,
  );
}

/** The field of an issue, or null when it is about the whole form. A path below the field's own belongs to it too. */
export function fieldOf(fields: readonly Field[], path: FieldIssue['path']): Field | null {
  const asText = path.map(String);
  return (
    fields.find(({ path: own }) => own.length <= asText.length && own.every((part, at) => part === asText[at])) ??
    fields.find(({ path: own }) => own.at(-1) === asText.at(-1)) ??
    null
  );
}
