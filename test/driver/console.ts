import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Acting, actingOn } from './acting.ts';
import { freshHome, type Variables } from './environment.ts';
import type { Screen } from './screen.ts';
import { openInShell, type ShellTerminal } from './shell.ts';
import { type Opening, openTerminal, type Terminal } from './terminal.ts';

/** Path of the built program, as `npm run build` leaves it, or the one in SPOTDECK_TEST_PROGRAM. */
export const program =
  process.env['SPOTDECK_TEST_PROGRAM'] ?? fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Path of the Node that runs the program: the one of the tests, or the one in SPOTDECK_TEST_NODE. */
export const node = process.env['SPOTDECK_TEST_NODE'] ?? process.execPath;

export type ConsoleOpening = Omit<Opening, 'command'> & {
  /** Decides when the console counts as started; by default when its name is in the first row. */
  readonly started?: (screen: Screen) => boolean;
  /** Path of the built program; by default `program`. */
  readonly program?: string;
};

function asOpening(opening: ConsoleOpening): Opening {
  const { args = ['demo', '--db', ':memory:', '--seed', '7'], columns = 160, rows = 45, started: _, ...more } = opening;
  const { program: path = program, ...rest } = more;
  if (!existsSync(path)) throw new Error(`There is no ${path} to test: run \`npm run build\` first.`);
  return { ...rest, columns, rows, command: node, args: [path, ...args] };
}

async function ready<T extends Terminal>(terminal: T, opening: ConsoleOpening): Promise<T & Acting> {
  closeAfterTest(terminal);
  const started = opening.started ?? ((screen: Screen) => screen.line(0).includes('spotdeck'));
  await terminal.until('the console has started', started, { timeout: 20_000 });
  return { ...terminal, ...actingOn(terminal) };
}

/** Console in a terminal, with actions by command id. */
export type Console = Terminal & Acting;

/** Closes a resource at the end of the test, whether it passed or failed. */
export function closeAfterTest(opened: { close(): Promise<void> }): void {
  onTestFinished(() => opened.close());
}

/** Starts the console, by default on a market in memory with a fixed seed, and waits for its header. */
export async function openConsole(opening: ConsoleOpening = {}): Promise<Console> {
  return ready(openTerminal(asOpening(opening)), opening);
}

/** Starts the console from a shell, to see how it leaves the terminal. */
export async function openConsoleInShell(opening: ConsoleOpening = {}): Promise<ShellTerminal & Acting> {
  return ready(openInShell(asOpening(opening)), opening);
}

/** Market process, for consoles that connect to it over HTTP. */
export type Market = {
  readonly origin: string;
  readonly project: string;
  readonly token: string;
  /** Settings that connect a console to it. */
  readonly env: Variables;
  /** Its output on stdout and stderr. */
  said(): string;
  kill(signal: NodeJS.Signals): void;
  /** Ends it and waits for its exit. */
  stop(): Promise<void>;
};

/** Starts a market until the end of the test, by default in memory and on a free port. */
export async function openMarket(
  args: readonly string[] = ['--port', '0', '--db', ':memory:', '--seed', '7'],
): Promise<Market> {
  if (!existsSync(program)) throw new Error('There is no dist/cli.js to test: run `npm run build` first.');
  const home = freshHome();
  const child = spawn(node, [program, 'market', ...args], {
    cwd: home.folder,
    env: home.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', (error) => {
      said += error.message;
      resolve();
    });
  });

  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    const impatient = setTimeout(() => child.kill('SIGKILL'), 5_000);
    await gone;
    clearTimeout(impatient);
    home.remove();
  }
  closeAfterTest({ close: stop });

  const facts = await new Promise<ReadonlyMap<string, string>>((resolve, reject) => {
    const found = new Map<string, string>();
    const fail = (why: string): void => reject(new Error(`The market ${why}. It said:\n${said}`));
    const timeout = setTimeout(() => fail('did not print its address, project and token in 20 s'), 20_000);
    child.stderr.on('data', (chunk) => {
      said += String(chunk);
    });
    createInterface(child.stdout).on('line', (line) => {
      said += `${line}\n`;
      const [, label, value] = /^\s*(address|project|token) {2,}(\S+)\s*$/.exec(line) ?? [];
      if (label !== undefined && value !== undefined) found.set(label, value);
      if (found.size < 3) return;
      clearTimeout(timeout);
      resolve(found);
    });
    void gone.then(() => {
      clearTimeout(timeout);
      fail('ended too early');
    });
  });
  const fact = (label: string): string => facts.get(label) ?? '';
  const origin = new URL(fact('address')).origin;
  return {
    origin,
    project: fact('project'),
    token: fact('token'),
    env: { SPOTDECK_BASE_URL: fact('address'), SPOTDECK_TOKEN: fact('token'), SPOTDECK_PROJECT: fact('project') },
    said: () => said,
    kill: (signal) => child.kill(signal),
    stop,
  };
}
