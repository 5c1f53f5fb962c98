import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { node, program } from '../../../driver/built.ts';
import { openMarket } from '../../../driver/console.ts';
import { freshHome } from '../../../driver/environment.ts';
import { hasSshd, openSshd } from '../../../driver/sshd.ts';
import { STILL } from '../../../stories/service.ts';

type ProgramEnd = { readonly code: number | null; readonly out: string; readonly err: string };

/** The program as a script calls it. */
function run(args: readonly string[], env: Readonly<Record<string, string | undefined>>): Promise<ProgramEnd> {
  const child = spawn(node, [program, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    err += chunk.toString();
  });
  return new Promise((done) => child.once('close', (code) => done({ code, out, err })));
}

describe.skipIf(!hasSshd)('with a real SSH server', () => {
  test('a command runs on one instance with its exit code, on all of a bid with their names, and unknown names are reported', async () => {
    const sshd = await openSshd();
    const market = await openMarket({ ...STILL, sshDestination: `127.0.0.1:${sshd.port}` });
    const env = { ...freshHome().env, ...market.env, SPOTDECK_SSH_OPTIONS: JSON.stringify(sshd.options) };
    expect(await run(['ssh', 'sweep-b-0', '--', 'echo', 'there;', 'exit', '7'], env)).toMatchObject({
      code: 7,
      out: 'there\n',
    });
    const all = await run(['ssh', 'sweep-b', '--all', '--', 'echo', 'up'], env);
    expect(all.code).toBe(0);
    expect(all.out.split('\n').sort()).toEqual(['', 'sweep-b-0: up', 'sweep-b-1: up']);
    expect(await run(['ssh', 'sweep', '--', 'true'], env)).toMatchObject({
      code: 2,
      err: expect.stringContaining('There are: '),
    });
    expect(await run(['ssh', 'distill-0', '--', 'true'], env)).toMatchObject({
      code: 1,
      err: 'distill-0 is paused, so it has no address.\n',
    });
  });

  test('ssh-config keeps a file for its owner alone that ssh can log in with', async () => {
    const sshd = await openSshd();
    const market = await openMarket({ ...STILL, sshDestination: `127.0.0.1:${sshd.port}` });
    const home = freshHome();
    mkdirSync(join(home.folder, '.ssh'), { mode: 0o700 });
    const env = { ...home.env, ...market.env };
    const printed = await run(['ssh-config'], env);
    const written = await run(['ssh-config', '--write'], env);
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
