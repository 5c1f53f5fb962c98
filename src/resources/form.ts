import type * as z from 'zod';
import type { FieldIssue } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Tone } from './cell.ts';
import type { Advice, Context } from './context.ts';
import type { Write } from './write.ts';

export type Values = {
  readonly text: Readonly<Record<string, string>>;
  readonly picked: Readonly<Record<string, readonly string[]>>;
};

/** Free text is always allowed too. */
export type Suggestion = { readonly value: string; readonly label: string; readonly note?: string };

/** `path` is the place in the request's body, for the service's issues. */
export type Field = {
  readonly id: string;
  readonly label: string;
  readonly help: string;
  readonly helpNow?: (context: FormContext) => string;
  /** `block`: text of several lines, `@path` or an editor. `several`: any number of choices. */
  readonly kind: 'line' | 'hidden' | 'block' | 'several';
  readonly path: readonly string[];
  readonly required?: boolean;
  readonly suggest?: (values: Values, context: FormContext) => readonly Suggestion[];
  /** Another field determines the value until the operator enters one. `from` names the source on screen. */
  readonly follows?: {
    readonly of: string;
    readonly from: string;
    readonly value: (values: Values, context: FormContext) => string | null;
  };
  readonly advice?: (values: Values, context: FormContext) => Advice | null;
  /** `@path` stands for the contents of a file. */
  readonly fromFile?: boolean;
  /** Anything but a digit is refused as it is typed. */
  readonly digits?: boolean;
};

/** The lists as they are now, not as they were at opening. */
export type FormContext = Context;

export type ReviewLine = { readonly field: string; readonly value: string };

export type Remark = { readonly text: string; readonly tone: Tone };

/** A text to type before a write is sent. `accepts` takes any spelling of it. */
export type Retype = {
  readonly prompt: string;
  readonly why: string;
  readonly expected: string;
  readonly accepts: (typed: string) => boolean;
  /** A command is only warned. */
  readonly onlyConsole?: true;
};

export type FormResult =
  | {
      readonly ok: true;
      /** Several are sent and undone together. */
      readonly writes: readonly [Write, ...Write[]];
      readonly review: readonly ReviewLine[];
      readonly retype: Retype | null;
      /** Why some rows can't be changed, one sentence each. */
      readonly leftOut?: readonly string[];
    }
  | { readonly ok: false; readonly issues: readonly FieldIssue[] };

export type FormParts = {
  readonly id: string;
  readonly title: string;
  readonly fields: readonly Field[];
  /** The fields for other values; always as many. */
  readonly fieldsFor?: (values: Values) => readonly Field[];
  readonly start: Values;
  /** Choices of the console beforehand; a command has none. */
  readonly chosen?: (context: FormContext) => Values['picked'];
  readonly remarks: (values: Values, context: FormContext) => readonly Remark[];
  /** Warnings of the review alone: while typing they would come and go with every letter. */
  readonly warnings?: (values: Values, context: FormContext) => readonly Remark[];
};

/** A form for one action on its rows. */
export type Form = FormParts & {
  readonly list: ServiceList;
  /** Whether the response carries a one-time secret. */
  readonly bringsSecret?: (values: Values) => boolean;
  readonly check: (values: Values, context: FormContext) => FormResult;
};

export function textOf(values: Values, id: string): string {
  return values.text[id] ?? '';
}

export function pickedOf(values: Values, id: string): readonly string[] {
  return values.picked[id] ?? [];
}

/** Requires the same fields as the body's schema. */
export function fieldsOfBody({ shape }: z.ZodObject, fields: readonly Field[]): readonly Field[] {
  return fields.map((field) => {
    const [member = '', ...within] = field.path;
    const required = within.length === 0 && shape[member]?.safeParse(undefined).success === false;
    return required ? { ...field, required } : field;
  });
}

export function missingIn({ fields }: FormParts, values: Values): readonly Field[] {
  return fields.filter(
    ({ id, required }) => required === true && textOf(values, id).trim() === '' && pickedOf(values, id).length === 0,
  );
}

/** The field of an issue at its path or below; null when it is about the whole form. */
export function fieldOf(fields: readonly Field[], path: FieldIssue['path']): Field | null {
  const asText = path.map(String);
  return (
    fields.find(({ path: own }) => own.length <= asText.length && own.every((part, at) => part === asText[at])) ??
    fields.find(({ path: own }) => own.at(-1) === asText.at(-1)) ??
    null
  );
}
