import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Outcome, ServiceError } from '../api/outcome.ts';
import { sentenceFor } from '../api/sentences.ts';
import { leadsNowhere, parseDestination, sshArguments } from '../contract/destination.ts';
import { ProjectId } from '../contract/fid.ts';
import type { Instance } from '../contract/instance.ts';
import { replaceFile } from '../lib/private-file.ts';
import { type Host, sshConfig } from '../ssh/config.ts';
import { connectionFrom } from './connect.ts';
import { clientFor } from './debug.ts';
import { CommandFailure, EXIT, exitCodeFor } from './failure.ts';
import { inHome } from './files.ts';
import type { Settings } from './settings.ts';
import { sshCommand } from './ssh.ts';

/** How many instances are logged in to at once for a command on all of them. */
const AT_ONCE = 8;

type Fleet = { readonly instances: readonly Instance[]; readonly bidName: (fid: string | null) => string | null };

/** The instances of the project, and the names of their bids. @throws {CommandFailure} when the service doesn't tell. */
async function fleet(settings: Settings): Promise<Fleet> {
  const connection = connectionFrom(settings);
  const client = clientFor(settings, { ...connection, readOnly: true });
  const query = { project: ProjectId.parse(connection.project) };
  const instances = rowsOf(await client.list('listInstances', { query }));
  const bids = new Map(
    rowsOf(await client.list('listBids', { query })).map((bid) => [String(bid.fid), bid.name ?? bid.fid]),
  );
  return { instances, bidName: (fid) => (fid === null ? null : (bids.get(fid) ?? fid)) };
}

function rowsOf<Row>(
  outcome: Outcome<{ readonly rows: ReadonlyMap<string, { readonly row: Row }> }, ServiceError>,
): readonly Row[] {
  if (outcome.ok) return [...outcome.value.rows.values()].map(({ row }) => row);
  const { what, hint } = sentenceFor(outcome.error);
  throw new CommandFailure(exitCodeFor(outcome.error), what, hint);
}

/** The arguments that lead to an instance. @throws {CommandFailure} when it has no address that can be used. */
function addressOf(instance: Instance): readonly string[] {
  const name = instance.name ?? instance.fid;
  if (instance.ssh_destination === null || instance.ssh_destination === '') {
    throw new CommandFailure(EXIT.refused, `${name} has no address yet.`);
  }
  const parsed = parseDestination(instance.ssh_destination);
  if (parsed === null)
    throw new CommandFailure(
      EXIT.refused,
      `The address of ${name} is not a plain user, host and port, so nothing is started.`,
    );
  if (leadsNowhere(parsed))
    throw new CommandFailure(EXIT.refused, `${parsed.host} is an address for documentation; nobody answers there.`);
  return sshArguments(parsed);
}

/** `spotdeck ssh NAME|FID [-- command]`: logs in, or runs a command there; answers with the exit code of `ssh`. */
export async function login(settings: Settings, name: string, command: readonly string[]): Promise<number> {
  const { instances } = await fleet(settings);
  const fitting = instances.filter((instance) => instance.fid === name || instance.name === name);
  const [only] = fitting;
  if (only === undefined) {
    const near = instances.map((instance) => instance.name ?? instance.fid).filter((other) => other.includes(name));
    throw new CommandFailure(
      EXIT.usage,
      `No instance is called ${name}.`,
      near.length === 0 ? null : `There are: ${near.slice(0, 10).join(', ')}.`,
    );
  }
  if (fitting.length > 1) {
    throw new CommandFailure(
      EXIT.usage,
      `${fitting.length} instances are called ${name}.`,
      `Give an identifier: ${fitting.map(({ fid }) => fid).join(', ')}.`,
    );
  }
  const child = spawn('ssh', [...sshCommand(way(settings), addressOf(only)), ...command], { stdio: 'inherit' });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', (code) => done(code ?? EXIT.refused));
  });
}

/** `spotdeck ssh BID --all -- command`: runs a command on every instance of a bid, each line with the instance's name before it. */
export async function loginAll(settings: Settings, name: string, command: readonly string[]): Promise<number> {
  if (command.length === 0)
    throw new CommandFailure(
      EXIT.usage,
      'A command is missing.',
      `Write it behind two dashes: spotdeck ssh ${name} --all -- uptime`,
    );
  const { instances, bidName } = await fleet(settings);
  const members = instances.filter(({ bid }) => bid !== null && (bid === name || bidName(bid) === name));
  if (members.length === 0) throw new CommandFailure(EXIT.usage, `No bid called ${name} has instances.`);
  const queue = members.map((instance) => ({
    label: instance.name ?? instance.fid,
    args: [...sshCommand(way(settings), addressOf(instance)), ...command],
  }));
  let worst = 0;
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      worst = Math.max(worst, await prefixed(next.label, next.args));
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, queue.length) }, worker));
  return worst;
}

function prefixed(label: string, args: readonly string[]): Promise<number> {
  const child = spawn('ssh', ['-o', 'BatchMode=yes', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  createInterface({ input: child.stdout }).on('line', (line) => process.stdout.write(`${label}: ${line}\n`));
  createInterface({ input: child.stderr }).on('line', (line) => process.stderr.write(`${label}: ${line}\n`));
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => done(code ?? EXIT.refused));
  });
}

/** Where `ssh-config --write` keeps its entries. */
const CONFIG = '~/.ssh/spotdeck.conf';

/** `spotdeck ssh-config [--write]`: prints Host entries for all instances, or keeps them in a file of their own to include. */
export async function printSshConfig(settings: Settings, write: boolean): Promise<number> {
  const { instances, bidName } = await fleet(settings);
  const hosts = [...instances]
    .sort((a, b) => (a.created_at ?? 0) - (b.created_at ?? 0) || (a.fid < b.fid ? -1 : 1))
    .map(
      (one): Host => ({
        fid: one.fid,
        name: one.name ?? one.fid,
        bid: bidName(one.bid),
        destination: one.ssh_destination,
      }),
    );
  const path = inHome(CONFIG);
  const before = existsSync(path) ? await readFile(path, 'utf8') : '';
  const text = sshConfig(hosts, before);
  if (!write) {
    process.stdout.write(text);
    return EXIT.done;
  }
  // In one step, so that an ssh that reads it meanwhile sees the old or the new one.
  replaceFile(path, text);
  process.stderr.write(`Written to ${path}. Put this line at the top of ~/.ssh/config once:\nInclude ${CONFIG}\n`);
  return EXIT.done;
}

function way({ sshUser, sshOptions }: Settings) {
  return { user: sshUser, options: sshOptions };
}
