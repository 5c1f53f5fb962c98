import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { leadsNowhere, parseDestination, sshArguments } from '../contract/destination.ts';
import type { Instance } from '../contract/instance.ts';
import { printableLine } from '../lib/printable.ts';
import { CommandFailure, EXIT } from './failure.ts';
import { projectInstances } from './project-instances.ts';
import type { Settings } from './settings.ts';
import { sshCommand } from './ssh.ts';
import { writeErrorLine, writeLine } from './streams.ts';

/** How many instances are logged in to at once for a command on all of them. */
const AT_ONCE = 8;

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
  const { instances } = await projectInstances(settings);
  const fitting = instances.filter((instance) => instance.fid === name || instance.name === name);
  const [only] = fitting;
  if (only === undefined) {
    const near = instances.map((instance) => instance.name ?? instance.fid).filter((other) => other.includes(name));
    throw new CommandFailure(
      EXIT.usage,
      `No instance is named ${name}.`,
      near.length === 0 ? null : `There are: ${near.slice(0, 10).join(', ')}.`,
    );
  }
  if (fitting.length > 1) {
    throw new CommandFailure(
      EXIT.usage,
      `${fitting.length} instances are named ${name}.`,
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
  const { instances, bidName } = await projectInstances(settings);
  const members = instances.filter(({ bid }) => bid !== null && (bid === name || bidName(bid) === name));
  if (members.length === 0) throw new CommandFailure(EXIT.usage, `No bid named ${name} has instances.`);
  const queue = members.map((instance) => ({
    label: printableLine(instance.name || instance.fid),
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
  createInterface({ input: child.stdout }).on('line', (line) => writeLine(`${label}: ${line}`));
  createInterface({ input: child.stderr }).on('line', (line) => writeErrorLine(`${label}: ${line}`));
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => done(code ?? EXIT.refused));
  });
}

function way({ sshUser, sshOptions }: Settings) {
  return { user: sshUser, options: sshOptions };
}
