import { onTestFinished } from 'vitest';
import { openMarket } from '../driver/console.ts';
import type { Variables } from '../driver/environment.ts';
import { refuses } from '../faults/faults.ts';
import { openWire, type Wire } from '../faults/wire.ts';
import { newPath } from '../journal/snapshots.ts';
import { openScript, type Script } from './script.ts';
import { STILL } from './service.ts';

/** A script on a market behind a wire that refuses the requests for some lists. */
export async function refusing(
  path: RegExp,
  status = 403,
): Promise<
  Script & { readonly wire: Wire; readonly env: Variables; readonly refuse: (path: RegExp, as: number) => void }
> {
  const script = await openScript(await openMarket(STILL));
  const wire = await openWire(script.market.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const refuse = (refused: RegExp, as: number): void =>
    wire.fault(refuses(as, 'Not for this token'), { match: (request) => refused.test(request.path) });
  refuse(path, status);
  const own = { SPOTDECK_BASE_URL: wire.origin, SPOTDECK_JOURNAL: newPath(), SPOTDECK_REFRESH: '0.5' };
  const env = { ...script.market.env, ...own };
  return { ...script, wire, env, refuse, run: (args, more = {}) => script.run(args, { ...own, ...more }) };
}

/** How a program names the list. */
export const NAMED = /API keys: The token is not allowed to do this: Not for this token\./g;
