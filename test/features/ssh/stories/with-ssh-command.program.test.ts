import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openMarket } from '../../../driver/console.ts';
import { freshHome } from '../../../driver/environment.ts';
import { runProgram } from '../../../driver/running.ts';
import { hasSshd, openSshd } from '../../../driver/sshd.ts';
import { STILL } from '../../../stories/service.ts';

describe.skipIf(!hasSshd)('with a real SSH server', () => {
  test('a command runs on one instance with its exit code, on all of a bid with their names, and unknown names are reported', async () => {
    const sshd = await openSshd();
    const market = await openMarket({ ...STILL, sshDestination: `127.0.0.1:${sshd.port}` });
    const home = freshHome({ ...market.env, SPOTDECK_SSH_OPTIONS: JSON.stringify(sshd.options) });
    onTestFinished(() => home.remove());
    const run = (...args: readonly string[]) => runProgram(args, home);
    expect(await run('ssh', 'sweep-b-0', '--', 'echo', 'there;', 'exit', '7')).toMatchObject({
      code: 7,
      out: 'there\n',
    });
    const all = await run('ssh', 'sweep-b', '--all', '--', 'echo', 'up');
    expect(all.code).toBe(0);
    expect(all.out.split('\n').sort()).toEqual(['', 'sweep-b-0: up', 'sweep-b-1: up']);
    expect(await run('ssh', 'sweep', '--', 'true')).toMatchObject({
      code: 2,
      err: expect.stringContaining('There are: '),
    });
    expect(await run('ssh', 'distill-0', '--', 'true')).toMatchObject({
      code: 1,
      err: 'distill-0 is paused, so it has no address.\n',
    });
  });

  test('ssh-config keeps a file for its owner alone that ssh can log in with', async () => {
    const sshd = await openSshd();
    const market = await openMarket({ ...STILL, sshDestination: `127.0.0.1:${sshd.port}` });
    const home = freshHome(market.env);
    onTestFinished(() => home.remove());
    mkdirSync(join(home.folder, '.ssh'), { mode: 0o700 });
    const printed = await runProgram(['ssh-config'], home);
    const written = await runProgram(['ssh-config', '--write'], home);
    const path = join(home.folder, '.ssh', 'spotdeck.conf');
    expect(written.err).toContain('Include ~/.ssh/spotdeck.conf');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toBe(printed.out);
    const options = sshd.options.filter((_, n) => n > 1);
    const ssh = spawn('ssh', ['-F', path, ...options, 'sweep-b-0', 'echo', 'in'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = await new Promise<string>((done) =>
      ssh.stdout.once('data', (chunk: Buffer) => done(chunk.toString())),
    );
    expect(said).toBe('in\n');
  });
});
