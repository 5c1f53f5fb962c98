import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inNames, NOTHING, openService, plainRows } from '../../../attacks/doors.ts';
import { actingIn, expectLines, expectNothingRan, linesOf } from '../../../attacks/harmless.ts';
import { payloadsFor, setOutCanary } from '../../../attacks/payloads.ts';
import { openProgram, type Stand, standIns } from '../../../attacks/program.ts';
import { openConsole } from '../../../driver/console.ts';

const ADDRESS_SHAPES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `root@${text}`,
  (text) => `${text}@127.0.0.1`,
  (text) => `root@127.0.0.1:${text}`,
  (text) => `ssh://${text}/`,
  (text) => `[${text}]:22`,
];
/** Expects that `ssh` starts with two dashes before a plain host, or not at all. */
function expectPlainCalls(stand: Stand): void {
  const odd = stand.calls('ssh').filter((call) => {
    const at = call.indexOf('--');
    const place = call[at + 1] ?? '';
    return at < 0 || !/^(?:[A-Za-z0-9_][\w.-]*@)?[A-Za-z0-9[:][\w.:[\]-]*$/.test(place);
  });
  expect(odd).toEqual([]);
}
/** Hostile addresses: none of them becomes an option, a command or another host of `ssh`. */
export async function addresses(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const texts = payloads.flatMap(({ text }) => ADDRESS_SHAPES.map((shape) => shape(text)));
  const instances = texts.map((ssh_destination, n) => ({
    ...plainRows('instances', 1)[0],
    fid: `inst_${n}`,
    name: `one-${n}`,
    bid: 'bid_0',
    ssh_destination,
  }));
  const service = await openService({ ...NOTHING, bids: plainRows('bids', 1), instances });
  const all = openProgram(service.env);
  const stand = standIns(all.home, { ssh: 'exit 0' });
  const env = { PATH: stand.path };
  const config = await all.run(['ssh-config'], env);
  for (const line of linesOf(config.out))
    expect(line).toMatch(/^(?:#.*|Host [A-Za-z0-9_ -]+| {2}(?:HostName [\w.:-]+|Port \d+|User \w[\w.-]*)|)$/);
  const ran = await all.run(['ssh', 'bid-0', '--all', '--', 'true'], env);
  expect(actingIn(ran.out + ran.err)).toEqual([]);
  const console = await openConsole({ args: [], env: { ...service.env, ...env, SPOTDECK_REACH: 'on' } });
  await console.seeLoaded(`2 Instances ─ ${texts.length}`);
  console.type('2');
  for (const _ of texts.slice(0, 60)) console.type('sj');
  console.type('G');
  await console.seeSelected('Instances', /\S/);
  expectPlainCalls(stand);
  expect(console.title()).toBe('');
  expectNothingRan(canary);
}
/** `ssh NAME` and `ssh BID --all` with hostile names, and machines that answer with hostile bytes. */
export async function manyLogins(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const lists = inNames(payloads);
  const service = await openService({
    ...lists,
    bids: plainRows('bids', 1),
    instances: lists.instances.map((one) => ({ ...one, bid: 'bid_0' })),
  });
  const all = openProgram(service.env);
  const bytes = join(all.home.folder, 'bytes');
  writeFileSync(bytes, `${payloads.map(({ text }) => text.replaceAll('\n', ' ')).join('\n')}\n`);
  const stand = standIns(all.home, { ssh: `cat '${bytes}'; cat '${bytes}' >&2` });
  const { code, out, err } = await all.run(['ssh', 'bid-0', '--all', '--', 'true'], { PATH: stand.path });
  expect(code).toBe(0);
  expect(stand.calls('ssh')).toHaveLength(payloads.length);
  expectPlainCalls(stand);
  expectLines(out, linesOf(out).length);
  expectLines(err, linesOf(err).length);
  expect(linesOf(out).length).toBeGreaterThanOrEqual(payloads.length ** 2);
  expectNothingRan(canary);
}
/** `ssh-config` with hostile names of bids and instances: no pattern, no duplicate alias, each leads to its own address. */
export async function sshConfigNames(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService(inNames(payloads));
  const all = openProgram(service.env);
  const { code, out } = await all.run(['ssh-config']);
  expect(code).toBe(0);
  await expectOwnHosts(all.home.folder, out, payloads.length);
  expectNothingRan(canary);
}
/** Expects that `ssh -G` resolves each alias in a file to one of these addresses, once for each alias of its entry. */
async function expectOwnHosts(folder: string, text: string, machines: number): Promise<void> {
  const file = join(folder, 'spotdeck.conf');
  writeFileSync(file, text, { mode: 0o600 });
  const entries = [...text.matchAll(/^Host (.*)\n(?: {2}.*\n)*? {2}HostName (\S+)$/gm)].map(
    ([, names = '', host = '']) => ({
      names: names.split(' '),
      host,
    }),
  );
  const aliases = entries.flatMap(({ names }) => names);
  expect(new Set(entries.map(({ host }) => host)).size).toBe(machines);
  expect(aliases.filter((alias) => !/^[A-Za-z0-9_][A-Za-z0-9_-]*$/.test(alias))).toEqual([]);
  expect(aliases.filter((alias, n) => aliases.indexOf(alias) !== n)).toEqual([]);
  for (const { names, host } of entries)
    for (const alias of names) {
      const { stdout } = spawnSync('ssh', ['-G', '-F', file, alias], { encoding: 'utf8' });
      expect(stdout).toContain(`\nhostname ${host}\n`);
      expect(stdout).not.toMatch(/^(?:proxycommand|localcommand|remotecommand) (?!none)/m);
    }
}
/** Names that end like numbered aliases: each alias still leads to its own machine. */
export async function sshConfigNumbers(): Promise<void> {
  const bids = plainRows('bids', 2).map((bid, n) => ({ ...bid, name: ['run-00001', 'run'][n] }));
  const names = ['run-00001-2', 'run-00001-0', 'run-00001-1', 'run-1', 'run-0', 'run-00001'];
  const instances = plainRows('instances', names.length).map((one, n) => ({
    ...one,
    name: names[n],
    bid: n < 3 ? 'bid_0' : 'bid_1',
    created_at: `2026-11-01T10:00:0${n}Z`,
  }));
  const service = await openService({ ...NOTHING, bids, instances });
  const all = openProgram(service.env);
  const { out } = await all.run(['ssh-config']);
  await expectOwnHosts(all.home.folder, out, names.length);
  const file = join(all.home.folder, 'spotdeck.conf');
  const leads = names.map((name) => {
    const { stdout } = spawnSync('ssh', ['-G', '-F', file, name], { encoding: 'utf8' });
    return /^hostname (\S+)$/m.exec(stdout)?.[1];
  });
  expect(leads).toEqual(instances.map((_, n) => `127.0.1.${n}`));
}
/** Names of a real host and of hosts and patterns in `~/.ssh/config`, which includes the file at its end: none is replaced. */
export async function sshConfigHosts(): Promise<void> {
  const own = 'Host bastion db?\n  HostName 192.168.9.9\nMatch host build-*\n  HostName 192.168.9.9\n';
  const names = ['github.com', 'bastion', 'localhost', '*', '10.0.0.1', 'db9', 'build-7'];
  const instances = plainRows('instances', names.length).map((one, n) => ({ ...one, name: names[n] }));
  const service = await openService({ ...NOTHING, instances });
  const all = openProgram(service.env);
  const { out } = await all.run(['ssh-config']);
  const file = join(all.home.folder, 'spotdeck.conf');
  const config = join(all.home.folder, 'config');
  writeFileSync(file, out, { mode: 0o600 });
  writeFileSync(config, `${own}Match all\nInclude ${file}\n`, { mode: 0o600 });
  const leads = ['github.com', 'bastion', 'db9', 'build-7', 'anything', '10.0.0.1'].map((name) => {
    const { stdout } = spawnSync('ssh', ['-G', '-F', config, name], { encoding: 'utf8' });
    return /^hostname (\S+)$/m.exec(stdout)?.[1];
  });
  const kept = '192.168.9.9';
  expect(leads).toEqual(['github.com', kept, kept, kept, 'anything', '10.0.0.1']);
}
/** Unusable addresses: an error on stderr, and a failure. */
export async function sshConfigNothing(): Promise<void> {
  const instances = plainRows('instances', 3).map((one) => ({ ...one, ssh_destination: '-oProxyCommand=id' }));
  const service = await openService({ ...NOTHING, instances });
  const { run } = openProgram(service.env);
  const { code, err } = await run(['ssh-config']);
  expect(code).toBe(1);
  expect(err).not.toBe('');
}
