import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { program } from '../driver/built.ts';
import { openConsole } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';
import { openMarketProgram } from '../driver/market-program.ts';
import { runProgram } from '../driver/running.ts';
import { ranAs } from './ran-as.ts';

/** Starts the program once, with a umask, in a home of its own; what is in the folder of compiled code afterwards. */
async function startedOnce(umask: string, prepare: (folder: string) => void = () => undefined) {
  const home = freshHome({ NODE_COMPILE_CACHE: undefined });
  onTestFinished(() => home.remove());
  const folder = join(home.env['XDG_CACHE_HOME'] ?? '', 'spotdeck', 'compiled');
  prepare(folder);
  const line = `umask ${umask}; exec "$0" "$@"`;
  expect((await ranAs('sh', ['-c', line, process.execPath, program, 'config', 'path'], home)).code).toBe(0);
  return { folder, compiled: existsSync(folder) ? readdirSync(folder) : [] };
}

test('compiled code is kept where only its user can write, whatever the umask', async () => {
  const { folder, compiled } = await startedOnce('000');
  expect(compiled).toHaveLength(1);
  for (const one of [join(folder, '..'), folder, join(folder, compiled[0] ?? '')])
    expect(lstatSync(one).mode & 0o777, one).toBe(0o700);
});

test.each<[string, (folder: string) => void]>([
  [
    'others can write to',
    (folder) => {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o775);
    },
  ],
  [
    'others can replace',
    (folder) => {
      mkdirSync(folder, { recursive: true });
      chmodSync(join(folder, '..'), 0o777);
    },
  ],
  [
    'is a link',
    (folder) => {
      mkdirSync(join(folder, '..', 'elsewhere'), { recursive: true });
      symlinkSync('elsewhere', folder);
    },
  ],
])('no compiled code is taken from a folder that %s, nor put there', async (_, prepare) => {
  const { compiled } = await startedOnce('022', prepare);
  expect(compiled).toEqual([]);
});

test('an empty HOME counts as none: no file goes to the folder where the program is started', async () => {
  const home = freshHome({ HOME: '', XDG_CONFIG_HOME: undefined });
  onTestFinished(() => home.remove());
  const { code, out } = await runProgram(['config', 'path'], home);
  expect(code).toBe(0);
  expect(out).toMatch(/^\/.*config\.toml\n$/);
});

test('SIGUSR1 opens no debugger, in the console and in the market', async () => {
  const market = await openMarketProgram();
  market.kill('SIGUSR1');
  const console = await openConsole({ args: [], env: market.env });
  await console.see('14 bids', { timeout: 20_000 });
  console.kill('SIGUSR1');
  console.press('2');
  await console.see(/▌ +\S+-\d/);
  console.press('q');
  await console.ended();
  expect(console.raw()).not.toContain('Debugger');
  await market.stop();
  expect(market.said()).not.toContain('Debugger');
});
