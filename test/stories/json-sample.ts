import type { Variables } from '../driver/environment.ts';
import type { Script } from './script.ts';

/** How a command is run so that it prints rows. */
export type JsonSample = {
  /** Its words behind its name. */
  readonly words: readonly string[];
  /** Makes what it needs, and returns variables for it. */
  readonly prepare?: (script: Script) => Promise<Variables> | Variables;
  /** It goes on until it is stopped, once it has printed this. */
  readonly until?: RegExp;
  readonly code?: number;
};

/** Samples by the names of the commands: `bid pause`. */
export type JsonSamples = Readonly<Record<string, readonly JsonSample[]>>;

/** A journal with a change of a limit price, and with how all stood before and after it. */
export async function withJournal({ run }: Script): Promise<Variables> {
  await run(['watch', '--once']);
  await run(['bid', 'update', 'render', '--limit-price', '$1.40', '--yes']);
  await run(['watch', '--once']);
  return {};
}
