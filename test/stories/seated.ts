import { openMarket } from '../driver/console.ts';
import { openDemo } from '../driver/demo.ts';
import type { Variables } from '../driver/environment.ts';
import { evidenceOf } from './evidence.ts';
import { BIDS, named, STILL } from './service.ts';

/** Opens a console on a market without events, with a recording proxy between them. */
export async function seated(env: Variables = {}) {
  const market = await openMarket(STILL);
  const evidence = await evidenceOf(market);
  const console = await openDemo({ service: evidence, env });
  const status = async (name: string): Promise<unknown> => (await named(market, BIDS, name))?.['status'];
  return { market, evidence, console, status };
}
