import * as z from 'zod';
import { MarketFailure } from './errors.ts';
import { defaultVariants, Variants } from './variants.ts';

/** Options of a market. All are optional. */
const MarketOptions = z.strictObject({
  /** Port on 127.0.0.1; 0 takes a free one. */
  port: z.int().min(0).max(65_535).default(0),
  /** File of the market, or `:memory:` to store nothing. */
  db: z.string().min(1).default(':memory:'),
  /** Bearer token that is valid from the start; null makes a random one. */
  token: z.string().min(1).nullable().default(null),
  project: z.string().min(1).default('proj_demo'),
  /** Seed of a new world: the same seed and the same requests at the same times make the same history. */
  seed: z.int().default(1),
  /** Seconds of market time per second; 0 stands still. */
  speed: z.number().min(0).max(3600).default(1),
  /** Approximate number of instances of a new world; at least the demo's own 38. */
  instances: z.int().min(0).max(100_000).default(38),
  variants: Variants.default(defaultVariants),
  /** SSH destination of every instance, instead of its own. */
  sshDestination: z.string().min(1).nullable().default(null),
  /** Drops the saved world and starts over. */
  fresh: z.boolean().default(false),
});

/** Options as passed by the caller. */
export type MarketOptions = z.input<typeof MarketOptions>;

/** Options with all defaults. */
export type FilledOptions = z.output<typeof MarketOptions>;

/** Fills in the defaults. @throws {MarketFailure} `options-wrong`, naming the option. */
export function readOptions(given: unknown): FilledOptions {
  const read = MarketOptions.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const name = issue?.path.join('.') ?? '';
  throw new MarketFailure('options-wrong', `The market's option ${name} is wrong: ${issue?.message ?? ''}.`);
}
