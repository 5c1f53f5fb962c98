import { createServer } from 'node:http';
import { join } from 'node:path';
import type { Console } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import { serveOnLoopback } from '../driver/loopback.ts';
import type { Screen } from '../driver/screen.ts';
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

/** Whether the screen of a console without a service is shown. */
export const isFirstScreen = (screen: Pick<Screen, 'shows'>): boolean => screen.shows('Welcome to spotdeck');

/** How to open a console without a service. */
export const FIRST = { args: [], started: isFirstScreen };

/** Matches no path. */
export const NONE = /(?!)/;

/** A service with empty lists that refuses some of them with 403. */
export async function emptyService(refused: RegExp): Promise<{
  readonly env: Readonly<Record<'SPOTDECK_BASE_URL' | 'SPOTDECK_TOKEN' | 'SPOTDECK_PROJECT', string>>;
}> {
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    const isRefused = refused.test(path);
    const rows = /bids|instances/.test(path) ? { data: [], next_cursor: null } : [];
    response
      .writeHead(isRefused ? 403 : 200, { 'content-type': 'application/json' })
      .end(JSON.stringify(isRefused ? { detail: 'Not a member of this project' } : rows));
  });
  const origin = await serveOnLoopback(server);
  return { env: { SPOTDECK_BASE_URL: origin, SPOTDECK_TOKEN: 'token-of-mine', SPOTDECK_PROJECT: 'proj_new' } };
}
