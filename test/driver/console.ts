import { existsSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { MarketOptions } from '../../src/market/options.ts';
import { serveMarket } from '../../src/market/server.ts';
import { type Acting, actingOn } from './acting.ts';
import { node, program } from './built.ts';
import { freshHome, runsPrograms, type Variables } from './environment.ts';
import { serveMarketHere } from './here/market.ts';
import { openTerminalHere } from './here/terminal.ts';
import { worldOfTest } from './here/world.ts';
import type { Screen } from './screen.ts';
import { openInShell, type ShellTerminal } from './shell.ts';
import { type Opening, openTerminal, type Terminal } from './terminal.ts';

export type ConsoleOpening = Omit<Opening, 'command'> & {
  /** By default its name in the first row. */
  readonly started?: (screen: Screen) => boolean;
  readonly program?: string;
  /** Whether its market answers beyond the interface. */
  readonly extras?: boolean;
};

const DEMO = ['demo', '--db', ':memory:', '--seed', '7'];

/** The demo of a story keeps to the interface unless it asks for more. */
function argumentsOf({ args = DEMO, extras = false }: Pick<ConsoleOpening, 'args' | 'extras'>): readonly string[] {
  const [command, ...rest] = args;
  return command === 'demo' && !extras ? [command, '--strict', ...rest] : args;
}

function asOpening(opening: ConsoleOpening): Opening {
  const { args: _, extras: __, started: ___, columns = 160, rows = 45, ...more } = opening;
  const { program: path = program, ...rest } = more;
  if (!existsSync(path)) throw new Error(`There is no ${path} to test: run \`npm run build\` first.`);
  return { ...rest, columns, rows, command: node, args: [path, ...argumentsOf(opening)] };
}

async function ready<T extends Terminal>(terminal: T, opening: ConsoleOpening): Promise<T & Acting> {
  closeAfterTest(terminal);
  const started = opening.started ?? ((screen: Screen) => screen.line(0).includes('spotdeck'));
  await terminal.until('the console has started', started);
  return { ...terminal, ...actingOn(terminal) };
}

export type Console = Terminal & Acting;

/** Closes a resource at the end of the test, whether it passed or failed. */
export function closeAfterTest(opened: { close(): Promise<void> }): void {
  onTestFinished(() => opened.close());
}

/** Starts the console, by default on a market in memory with a fixed seed, and waits for its header. */
export async function openConsole(opening: ConsoleOpening = {}): Promise<Console> {
  if (runsPrograms || opening.program !== undefined) return ready(openTerminal(asOpening(opening)), opening);
  const { columns = 160, rows = 45, env } = opening;
  return ready(openTerminalHere({ args: argumentsOf(opening), columns, rows }, freshHome(env)), opening);
}

export function openInTerminal(
  given: readonly string[],
  { columns = 80, rows = 24, env }: Pick<Opening, 'columns' | 'rows' | 'env'> = {},
): Terminal {
  const args = argumentsOf({ args: given });
  const terminal = runsPrograms
    ? openTerminal({ command: node, args: [program, ...args], columns, rows, ...(env === undefined ? {} : { env }) })
    : openTerminalHere({ args, columns, rows }, freshHome(env));
  closeAfterTest(terminal);
  return terminal;
}

/** From a shell, to see how it leaves the terminal. */
export async function openConsoleInShell(opening: ConsoleOpening = {}): Promise<ShellTerminal & Acting> {
  return ready(openInShell(asOpening(opening)), opening);
}

export type Market = {
  readonly origin: string;
  readonly project: string;
  readonly token: string;
  /** Connects a console to it. */
  readonly env: Variables;
  stop(): Promise<void>;
};

/**
 * Serves until the end of the test, on a free port, by default in memory. It lives in this process, so a blocking wait
 * such as `spawnSync` starves it.
 */
export async function openMarket(options: MarketOptions = { seed: 7 }): Promise<Market> {
  const market = await (runsPrograms ? serveMarket(options) : serveMarketHere(worldOfTest(), options));
  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= market.stop();
    return stopping;
  };
  closeAfterTest({ close: stop });
  const { origin, project, token } = market;
  const env = { SPOTDECK_BASE_URL: origin, SPOTDECK_TOKEN: token, SPOTDECK_PROJECT: project };
  return { origin, project, token, env, stop };
}
