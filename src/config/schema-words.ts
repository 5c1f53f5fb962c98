import * as z from 'zod';

// The words of a schema are beside it: what its value may be, and what a table of it is. No list of keys is kept in step by hand.
declare module 'zod' {
  interface GlobalMeta {
    /** What the value may be, in words: `a time such as "30m"`. */
    allowed?: string;
    /** What a table is, in words: `a place`. */
    table?: string;
  }
}

/** What a schema says of a place in a value. */
export type PlaceWords = {
  /** What is allowed there, or in the smallest thing around it that says so; null when nothing does. */
  readonly allowed: string | null;
  /** What the table there is; null when it has no words. */
  readonly table: string | null;
  /** The keys that the table there has; none when there is no table. */
  readonly keys: readonly string[];
};

/** What a schema says of a place in a value. */
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

/** The schema that another one is made of, for the same value: that of an optional value, or of the kind that a table names. */
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

/** The schema of a part. */
function below(schema: z.core.$ZodType, key: string): z.core.$ZodType | null {
  if (schema instanceof z.ZodObject) return schema.shape[key] ?? null;
  if (schema instanceof z.ZodArray) return schema.element;
  if (schema instanceof z.ZodRecord) return schema.valueType;
  return null;
}

/** The values of a key that a table of this kind may have. */
function literalsOf(schema: z.core.$ZodType, key: string): readonly unknown[] {
  if (schema instanceof z.ZodPipe) return literalsOf(schema.in, key);
  const literal = schema instanceof z.ZodObject ? schema.shape[key] : null;
  return literal instanceof z.ZodLiteral ? [...literal.values] : [];
}

/** A part of a value, whatever it is; undefined when there is none. */
export const partOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([own]) => own === key)?.[1] : undefined;

/** Whether an issue says by itself what is wrong, in the words of its schema. */
export const hasOwnSentence = ({ code, message }: z.core.$ZodIssue): boolean =>
  code === 'custom' && message !== 'Invalid input';
