import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { program } from '../driver/built.ts';
import { freshHome } from '../driver/environment.ts';
import { openMarketProgram } from '../driver/market-program.ts';
import { asked, BIDS } from './service.ts';

type Surroundings = {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly out?: number | 'pipe';
  readonly err?: number | 'pipe';
};

/** A disk without any room. */
function fullDisk(): number {
  const full = openSync('/dev/full', 'w');
  onTestFinished(() => closeSync(full));
  return full;
}

function freshEnv(): Readonly<Record<string, string>> {
  const home = freshHome();
  onTestFinished(() => home.remove());
  return home.env;
}

function run(args: readonly string[], { env = {}, out = 'pipe', err = 'pipe' }: Surroundings) {
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    env: { ...freshEnv(), ...env },
    stdio: ['ignore', out, err],
    encoding: 'utf8',
    timeout: 20_000,
  });
  return { status, stderr };
}

const FULL = { status: 1, stderr: 'The output could not be written: the disk is full.\n' };

test.each(
  [
    ['--version'],
    ['--version', '--config', 'x'],
    ['--help'],
    ['get', '--help'],
    ['config', 'path'],
    ['config', 'example'],
    ['config', 'schema'],
    ['completion', 'zsh'],
    ['market', '--db', ':memory:'],
  ].map((args) => [args.join(' '), args] as const),
)('spotdeck %s on a full disk ends with 1 and says so in one line', (_, args) => {
  expect(run(args, { out: fullDisk() })).toEqual(FULL);
});

test('a command with requests ends with 1 on a full disk, too', async () => {
  const market = await openMarketProgram(['--ssh', '127.0.0.1:22']);
  const home = freshHome();
  onTestFinished(() => home.remove());
  // Something for watch to tell.
  expect(run(['bid', 'pause', 'sweep-a'], { env: { ...home.env, ...market.env } }).status).toBe(0);
  const full = { env: { ...home.env, ...market.env }, out: fullDisk() };
  for (const args of [
    [],
    ['get', 'bids'],
    ['get', 'bids', '-o', 'json'],
    ['get', 'bids', '-o', 'csv'],
    ['ssh-config'],
    ['doctor', '-o', 'json'],
    ['watch', '--since', '7d'],
    ['bid', 'pause', 'train-llama', '--dry-run'],
  ]) {
    const { status, stderr } = run(args, full);
    expect([args, status]).toEqual([args, 1]);
    expect(stderr.match(/The output could not be written: the disk is full\.\n/g), args.join(' ')).toHaveLength(1);
  }
});

test('a disk that takes only the first part of the output is noticed', () => {
  const home = freshHome();
  onTestFinished(() => home.remove());
  const file = join(home.folder, 'schema.json');
  const limited = `trap '' XFSZ; ulimit -f 4; exec "$0" "$@" > ${file}`;
  const { status, stderr } = spawnSync('bash', ['-c', limited, process.execPath, program, 'config', 'schema'], {
    env: home.env,
    encoding: 'utf8',
  });
  expect(statSync(file).size).toBeGreaterThan(0);
  expect(() => JSON.parse(readFileSync(file, 'utf8'))).toThrow();
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'The output could not be written: files may not become so large here (ulimit -f).\n',
  });
});

test('requested changes are all made, whether or not their output can be written', async () => {
  const market = await openMarketProgram();
  const statuses = async (): Promise<readonly unknown[]> =>
    (await asked(market, BIDS)).flatMap(({ name, status }) => (String(name).startsWith('sweep') ? [status] : []));
  const { status, stderr } = run(['bid', 'pause', 'sweep-a', 'sweep-b', 'sweep-c'], {
    env: market.env,
    out: fullDisk(),
  });
  expect({ status, stderr }).toEqual(FULL);
  expect(await statuses()).toEqual(['Paused', 'Paused', 'Paused']);
  // A reader that has gone away.
  const child = spawn(process.execPath, [program, 'bid', 'resume', 'sweep-a', 'sweep-b', 'sweep-c'], {
    env: { ...freshEnv(), ...market.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  expect(await once(child, 'close')).toEqual([0, null]);
  expect(await statuses()).not.toContain('Paused');
});

test('without stderr the exit code still reports the failure', () => {
  const full = fullDisk();
  expect(run(['--version'], { out: full, err: full }).status).toBe(1);
  expect(run(['nope'], { err: full }).status).toBe(2);
  expect(run(['--nope'], { err: full }).status).toBe(2);
  expect(run(['profiles'], { err: full }).status).toBe(0);
});
