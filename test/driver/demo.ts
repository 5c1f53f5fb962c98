import { type Console, type ConsoleOpening, openConsole } from './console.ts';
import type { Variables } from './environment.ts';

type DemoOpening = Omit<ConsoleOpening, 'args'> & {
  /** Market with the demo fleet, or a proxy before it; by default the console's embedded market. */
  readonly service?: { readonly env: Variables };
  /** Flags after those that start the demo. */
  readonly args?: readonly string[];
};

/** Flags of a demo market without events of its own. */
const STILL = ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'];

/** Starts the console on the demo fleet and waits until all its lists are loaded. */
export async function openDemo({ service, args = [], env, ...rest }: DemoOpening = {}): Promise<Console> {
  const console = await openConsole({
    ...rest,
    args: service === undefined ? [...STILL, ...args] : args,
    env: { ...service?.env, ...env },
  });
  await console.seeLoaded('14 bids');
  return console;
}
