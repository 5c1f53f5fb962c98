import type { Variables } from '../driver/environment.ts';

/**
 * What a command does: `changes` something at the service, `releases` what then changes something by itself, `holds` that again, `notifies`
 * an address of the operator, `reads` the service or the journal, or works on this machine alone (`local`), which `--read-only` is not for.
 */
export type Does = 'changes' | 'releases' | 'holds' | 'notifies' | 'reads' | 'local';

export type Way = {
  readonly does: Does;
  /** Words after the command that make it a whole one; null for a command that does not end by itself. */
  readonly args: readonly string[] | null;
  /** What it says where it is refused; otherwise that nothing was sent. */
  readonly refusal?: RegExp;
  /** Whether a profile that is read-only does not refuse it: what is let act there has a permission of its own. */
  readonly isAllowedByProfile?: boolean;
};

/** Ways by their commands, in the words of the command line. */
export type Ways = Readonly<Record<string, Way>>;

export const way = (does: Does, ...args: readonly string[]): Way => ({ does, args });
export const endless = (does: Does): Way => ({ does, args: null });

/** Lines of the config file and variables that ways need. */
export type NeededByWays = { readonly config: string; readonly env: Variables };

/** What the file `ways.ts` of a feature brings. */
export type WaysOfFeature = {
  readonly ways: Ways;
  /** Opens in a test what the ways need. */
  readonly needed?: () => Promise<NeededByWays>;
};
