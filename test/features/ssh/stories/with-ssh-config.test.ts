import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Market, openMarket } from '../../../driver/console.ts';
import { alteredMarket } from '../../../stories/altered.ts';
import { openScript } from '../../../stories/script.ts';
import { STILL } from '../../../stories/service.ts';

const hasSsh = spawnSync('ssh', ['-V']).error === undefined;

/** A script's home with ~/.ssh, on a service whose first instances have these names, each with an address of its own. */
async function withInstances(names: readonly string[], bidName = 'run-00001') {
  const market: Market = await openMarket(STILL);
  const fids: string[] = [];
  const { env } = await alteredMarket(market, (row, path) => {
    if (path === '/v2/spot/bids') return { ...row, name: bidName };
    if (path !== '/v2/instances') return row;
    const fid = String(row['fid']);
    if (!fids.includes(fid)) fids.push(fid);
    const at = fids.indexOf(fid);
    const name = names[at];
    return name === undefined ? { ...row, ssh_destination: null } : { ...row, name, ssh_destination: `10.0.0.${at}` };
  });
  const script = await openScript(market);
  const folder = join(script.home.folder, '.ssh');
  mkdirSync(folder, { mode: 0o700 });
  return {
    folder,
    file: join(folder, 'spotdeck.conf'),
    run: (args: readonly string[], more = {}) => script.run(args, { ...env, ...more }),
  };
}

/** Where the real `ssh` would go. */
function addressOf(path: string, host: string): string | undefined {
  const { stdout } = spawnSync('ssh', ['-G', '-F', path, '--', host], { encoding: 'utf8' });
  return /^hostname (.*)$/m.exec(stdout)?.[1];
}

describe.skipIf(!hasSsh)('spotdeck ssh-config', () => {
  test('leads every name to its own instance, also names that end in numbers, and reports how many have no address', async () => {
    const names = [5, 3, 2, 0, 4, 1].map((n) => `run-00001-${n}`);
    const { run, file } = await withInstances(names);
    const { code, err } = await run(['ssh-config', '--write']);
    expect(code).toBe(0);
    expect(err).toMatch(
      /^Left out: \d+ instances without an address that can be used\.\n(- .+ has no address yet\.\n){5}- and \d+ more$/m,
    );
    for (const [at, name] of names.entries()) expect(addressOf(file, name)).toBe(`10.0.0.${at}`);
    const aliases = readFileSync(file, 'utf8').match(/(?<=^Host ).*$/gm);
    expect(aliases?.toSorted()).toEqual(names.toSorted());
  });

  test('replaces no real host: not one with dots, and no host of the configuration that includes it at its end', async () => {
    const { run, file, folder } = await withInstances(['github.com', 'bastion', 'own']);
    const config = join(folder, 'config');
    const written = await run(['ssh-config', '--write']);
    const [, included] = /once:\n(Match all\nInclude .*\n)$/.exec(written.err) ?? [];
    expect([written.code, included]).toEqual([0, 'Match all\nInclude ~/.ssh/spotdeck.conf\n']);
    writeFileSync(config, `Host bastion\n  HostName 10.9.9.9\nMatch all\nInclude ${file}\n`);
    const addresses = ['github.com', 'bastion', 'own', 'github-com'].map((host) => addressOf(config, host));
    expect(addresses).toEqual(['github.com', '10.9.9.9', '10.0.0.2', '10.0.0.0']);
    const before = readFileSync(file, 'utf8');
    await run(['ssh-config', '--write']);
    expect(readFileSync(file, 'utf8')).toBe(before);
    const prefixed = await run(['ssh-config'], { SPOTDECK_SSH_ALIAS_PREFIX: 'gpu-' });
    expect(prefixed.out).toMatch(/^Host gpu-run-00001-\d gpu-github\.com$/m);
    expect(await run(['ssh-config'], { SPOTDECK_SSH_ALIAS_PREFIX: '* ' })).toMatchObject({ code: 2 });
  });

  test('without anything to write reports that, ends with 1 and leaves the file unchanged', async () => {
    const { run, file } = await withInstances([]);
    expect(await run(['ssh-config'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(
        /^Nothing was written: the project has \d+ instances, none with an address that can be used\.\n(- \S+ has no address yet\.\n){5}- and \d+ more\n$/,
      ),
    });
    writeFileSync(file, 'Host kept\n');
    expect(await run(['ssh-config', '--write'])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('~/.ssh/spotdeck.conf stays as it was.'),
    });
    expect(readFileSync(file, 'utf8')).toBe('Host kept\n');
  });
});
