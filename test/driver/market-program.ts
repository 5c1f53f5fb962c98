import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { node, program } from './built.ts';
import { closeAfterTest, type Market } from './console.ts';
import { freshHome } from './environment.ts';

/** A program of its own: it can be killed, and answers during blocking waits. */
export type MarketProgram = Market & {
  said(): string;
  kill(signal: NodeJS.Signals): void;
};

/** In memory, without events of its own. */
const STILL = ['--port', '0', '--db', ':memory:', '--seed', '7', '--speed', '0'];

/** Until the end of the test. */
export async function openMarketProgram(more: readonly string[] = []): Promise<MarketProgram> {
  if (!existsSync(program)) throw new Error('There is no dist/cli.js to test: run `npm run build` first.');
  const home = freshHome();
  const child = spawn(node, [program, 'market', ...STILL, ...more], {
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
