import * as z from 'zod';
import { MarketFailure } from './errors.ts';
import { defaultVariants, Variants } from './variants.ts';

const MarketOptions = z.strictObject({
  /** On 127.0.0.1; 0 takes a free one. */
  port: z.int().min(0).max(65_535).default(0),
  /** `:memory:` stores nothing. */
  db: z.string().min(1).default(':memory:'),
  /** Null makes a random one. */
  token: z.string().min(1).nullable().default(null),
  project: z.string().min(1).default('proj_demo'),
  /** The same seed and requests at the same times make the same history. */
  seed: z.int().default(1),
  /** Seconds of market time per second; 0 stands still. */
  speed: z.number().min(0).max(3600).default(1),
  /** About, of a new world; at least the demo's own 38. */
  instances: z.int().min(0).max(100_000).default(38),
  variants: Variants.default(defaultVariants),
  /** Answers beyond the interface, too. */
  extras: z.boolean().default(false),
  /** The text of the program's file with the past of the demo, for a new world with extras. */
  past: z.string().nullable().default(null),
  /** For every instance. */
  sshDestination: z.string().min(1).nullable().default(null),
  /** Drops the saved world. */
  fresh: z.boolean().default(false),
});

export type MarketOptions = z.input<typeof MarketOptions>;

export type FilledOptions = z.output<typeof MarketOptions>;

/** @throws {MarketFailure} `options-wrong` */
export function readOptions(given: unknown): FilledOptions {
  const read = MarketOptions.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const name = issue?.path.join('.') ?? '';
  throw new MarketFailure('options-wrong', `The market's option ${name} is wrong: ${issue?.message ?? ''}.`);
}
