import { type Console, type ConsoleOpening, openConsole } from './console.ts';
import type { Variables } from './environment.ts';
import { type Key, keyNamed } from './keys.ts';

type DemoOpening = Omit<ConsoleOpening, 'args'> & {
  /** A market with the demo fleet, or a proxy; by default the embedded one. */
  readonly service?: { readonly env: Variables };
  readonly args?: readonly string[];
  /** Sorts so that no row moves by itself. */
  readonly sorted?: boolean;
};

/** Without events of its own. */
const STILL = ['demo', '--db', ':memory:', '--seed', '7', '--speed', '0'];

/** Waits until all lists are loaded. */
export async function openDemo({
  service,
  args = [],
  env,
  sorted = false,
  ...rest
}: DemoOpening = {}): Promise<Console> {
  const console = await openConsole({
    ...rest,
    args: service === undefined ? [...STILL, ...args] : args,
    env: { ...service?.env, ...env },
  });
  await console.seeLoaded('14 bids');
  if (sorted) await sortDemo(console);
  return console;
}

/** Bids by limit price, Instances by name with the ended ones. Bids keeps the focus. */
export async function sortDemo(console: Console): Promise<void> {
  await sort(console, 'Instances', '2', 'n', 'E');
  await sort(console, 'Bids', '1', 'l');
}

async function sort(
  console: Console,
  pane: string,
  number: string,
  column: string,
  ...more: readonly Key[]
): Promise<void> {
  console.type(`${number},${column},`);
  await console.until(`${pane} is sorted`, () =>
    new RegExp(`Sort by.* ${column} [A-Z]+ [↑↓^v]`).test(console.screen().join('\n')),
  );
  console.press('Esc', ...more, keyNamed('g'));
  await console.gone('Sort by');
}
