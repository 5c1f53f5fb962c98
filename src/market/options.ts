import * as z from 'zod';
import { MarketFailure } from './errors.ts';
import { defaultVariants, Variants } from './variants.ts';

/** How a market is started. Everything can be left out. */
const MarketOptions = z.strictObject({
  /** The port on 127.0.0.1; 0 takes a free one. */
  port: z.int().min(0).max(65_535).default(0),
  /** The market's file, or `:memory:` to keep nothing. */
  db: z.string().min(1).default(':memory:'),
  /** The bearer token that opens the market from the start; null makes a random one. */
  token: z.string().min(1).nullable().default(null),
  project: z.string().min(1).default('proj_demo'),
  /** What a new world grows from: the same seed and the same requests at the same times make the same history. */
  seed: z.int().default(1),
  /** How many seconds of market time pass in one second; 0 stands still. */
  speed: z.number().min(0).max(3600).default(1),
  /** About how many instances a new world has in all; the demo's own 38 are the least. */
  instances: z.int().min(0).max(100_000).default(38),
  variants: Variants.default(defaultVariants),
  /** An address that every instance tells as its ssh_destination instead of its own. */
  sshDestination: z.string().min(1).nullable().default(null),
  /** Drops the saved world and starts over. */
  fresh: z.boolean().default(false),
});

/** Options as they are given. */
export type MarketOptions = z.input<typeof MarketOptions>;

/** Options with everything in them. */
export type FilledOptions = z.output<typeof MarketOptions>;

/** Fills in what was left out. @throws {MarketFailure} `options-wrong`, naming the option. */
export function readOptions(given: unknown): FilledOptions {
  const read = MarketOptions.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const name = issue?.path.join('.') ?? '';
  throw new MarketFailure('options-wrong', `The market's option ${name} is wrong: ${issue?.message ?? ''}.`);
}
