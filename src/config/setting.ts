import type * as z from 'zod';

/** Schemas of values, loaded when a setting is read: help, completion and the first frame do without them. */
export type ValueSchemas = typeof import('./value-schemas.ts');

/** What reads settings: a program that runs on, or a command. `all` reads every setting, to check them. */
export type Reader = 'console' | 'watch' | 'autopilot' | 'exporter' | 'top' | 'notify' | 'command' | 'all';

/** One setting: its sources, allowed values and purpose. Help and README are made from these records. */
export type Setting<Value> = {
  /** Option on the command line, or null for a secret, which would be visible in the list of processes. */
  readonly flag: string | null;
  readonly environment: string | null;
  readonly allowed: string;
  readonly help: string;
  /** Set for a setting of the screen only: commands accept it, and their help leaves it out. */
  readonly screen?: true;
  /** What reads it, where not everything does: nothing else is stopped by a wrong value. */
  readonly readBy?: readonly Reader[];
  readonly schema: (making: ValueSchemas) => z.ZodType<Value>;
  readonly fallback: Value;
};

export function setting<Value>(record: Setting<Value>): Setting<Value> {
  return record;
}

/** Whether a reader reads a setting. */
export const isReadBy = ({ readBy }: Pick<Setting<unknown>, 'readBy'>, reader: Reader): boolean =>
  readBy === undefined || reader === 'all' || readBy.includes(reader);

/** Returns the name of a setting's option without its argument: `--base-url`. */
export function flagName({ flag }: Pick<Setting<unknown>, 'flag'>): string {
  return flag?.split(' ')[0] ?? '';
}
