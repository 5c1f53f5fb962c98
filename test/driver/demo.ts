import { type Console, type ConsoleOpening, openConsole } from './console.ts';
import type { Variables } from './environment.ts';

type DemoOpening = Omit<ConsoleOpening, 'args'> & {
  /** A market that serves the demo fleet, or what stands before it; without it the console has one of its own. */
  readonly service?: { readonly env: Variables };
  /** Flags put behind those that start the demo. */
  readonly args?: readonly string[];
};

/** Flags of a demo whose world stands still but for what is asked of it. */
const STILL = ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'];

/** Starts the console on the demo fleet and waits until all its lists are there. */
export async function openDemo({ service, args = [], env, ...rest }: DemoOpening = {}): Promise<Console> {
  const console = await openConsole({
    ...rest,
    args: service === undefined ? [...STILL, ...args] : args,
    env: { ...service?.env, ...env },
  });
  await console.seeLoaded('14 bids');
  return console;
}
