import * as z from 'zod';

// Words stand in the schema, so no list of keys is kept by hand.
declare module 'zod' {
  interface GlobalMeta {
    /** The allowed values: `a time such as "30m"`. */
    allowed?: string;
    /** The kind of table: `a place`. */
    table?: string;
  }
}

export type PlaceWords = {
  /** The nearest words around the place; null without any. */
  readonly allowed: string | null;
  readonly table: string | null;
  readonly keys: readonly string[];
};

/** The schema's words at a place in a value. */
export function wordsAt(schema: z.core.$ZodType, value: unknown, path: readonly string[]): PlaceWords {
  const [key, ...rest] = path;
  const { allowed = null, table = null } = z.globalRegistry.get(schema) ?? {};
  const within = wrapped(schema, value);
  const next = within ?? (key === undefined ? null : below(schema, key));
  if (next === null) return { allowed, table, keys: schema instanceof z.ZodObject ? Object.keys(schema.shape) : [] };
  const words =
    within === null && key !== undefined ? wordsAt(next, partOf(value, key), rest) : wordsAt(next, value, path);
  return { ...words, allowed: words.allowed ?? allowed, table: words.table ?? (within === null ? null : table) };
}

/** The schema behind an optional value, or of the kind named by a table. */
function wrapped(schema: z.core.$ZodType, value: unknown): z.core.$ZodType | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return schema.unwrap();
  if (schema instanceof z.ZodPipe) return schema.in;
  if (schema instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = schema.def;
    const word = partOf(value, discriminator);
    return schema.options.find((option) => literalsOf(option, discriminator).includes(word)) ?? null;
  }
  return null;
}

function below(schema: z.core.$ZodType, key: string): z.core.$ZodType | null {
  if (schema instanceof z.ZodObject) return schema.shape[key] ?? null;
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  return null;
}

/** Allowed values of a key. */
function literalsOf(schema: z.core.$ZodType, key: string): readonly unknown[] {
  if (schema instanceof z.ZodPipe) return literalsOf(schema.in, key);
  const literal = schema instanceof z.ZodObject ? schema.shape[key] : null;
  return literal instanceof z.ZodLiteral ? [...literal.values] : [];
}

export const partOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([own]) => own === key)?.[1] : undefined;

/** Whether an issue has a sentence of its own. */
export const hasOwnSentence = ({ code, message }: z.core.$ZodIssue): boolean =>
  code === 'custom' && message !== 'Invalid input';
