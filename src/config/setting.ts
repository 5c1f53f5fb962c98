import type * as z from 'zod';

/** What the schemas of settings are made with. They are made when a setting is read: help, completion and the first frame do without. */
export type ValueSchemas = typeof import('./value-schemas.ts');

/** One setting: where it can come from, what is allowed, and what it is for. Help and README are made from these. */
export type Setting<Value> = {
  /** The option on the command line, or null for what must not be seen in a list of processes. */
  readonly flag: string | null;
  readonly environment: string | null;
  readonly allowed: string;
  readonly help: string;
  /** Whether it means something to the screen only: commands take it, and their help leaves it out. */
  readonly screen?: true;
  readonly schema: (making: ValueSchemas) => z.ZodType<Value>;
  readonly fallback: Value;
};

export function setting<Value>(record: Setting<Value>): Setting<Value> {
  return record;
}

/** The name of a setting's option without its argument: `--base-url`. */
export function flagName({ flag }: Pick<Setting<unknown>, 'flag'>): string {
  return flag?.split(' ')[0] ?? '';
}
