import { join } from 'node:path';
import type { Console } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import { newPath } from '../journal/snapshots.ts';

/** Config folder that several consoles of a test share. */
export const sharedFolder = (): string => join(newPath(), '..', 'spotdeck');

/** Where a console has its config, and what else is in its environment. */
export type Start = { readonly folder?: string; readonly env?: Variables };

/** Starts a console without a service. */
export const asStart = ({ folder = sharedFolder(), env = {} }: Start) => ({
  args: [],
  columns: 140,
  rows: 30,
  env: { SPOTDECK_CONFIG: join(folder, 'config.toml'), ...env },
});

/** Types into the fields of the form, from the first one on; undefined leaves a field as it is. Ends in the last field. */
export function fill(console: Pick<Console, 'press' | 'type'>, fields: readonly (string | undefined)[]): void {
  fields.forEach((text, n) => {
    if (n > 0) console.press('Tab');
    if (text !== undefined) console.type(text);
  });
}
