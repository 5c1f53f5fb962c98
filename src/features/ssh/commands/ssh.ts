import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { allOf } from '../../../api/list-pages.ts';
import { instancesOf } from '../../../command/instances-of-bids.ts';
import { createListReader, rowsToChange } from '../../../command/list-reader.ts';
import type { Settings } from '../../../config/settings.ts';
import type { Instance } from '../../../contract/instance.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import type { Features } from '../../../store/state.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { startProgram, whenEnded } from '../../../system/programs.ts';
import { writeErrorLine, writeLine } from '../../../system/streams.ts';
import { sshWay } from '../settings.ts';
import { loginTo, noLogin, sshCommand } from '../ssh-login.ts';

/** Concurrent logins for `--all`. */
const CONCURRENT_LOGINS = 8;

/** Arguments of `ssh` for an instance. @throws {CommandFailure} without a usable address. */
function argumentsFor(instance: Instance, { own }: Settings): readonly string[] {
  const why = noLogin(instance);
  if (why !== null) throw new CommandFailure(EXIT.refused, why);
  return sshCommand(sshWay(own), loginTo(instance).args);
}

/** `spotdeck ssh NAME|FID [-- command]`: logs in or runs a command. Returns ssh's exit code. */
export async function sshToInstance(
  features: Features,
  settings: Settings,
  name: string,
  command: readonly string[],
): Promise<number> {
  const reader = createListReader(features, settings);
  reader.add('instances', await reader.request('instances', { enough: allOf([name]) }));
  const [instance] = rowsToChange(reader.lists(), 'instances', [name]);
  if (instance === undefined) throw new CommandFailure(EXIT.usage, 'Say which instance, by name or identifier.');
  const child = startProgram('ssh', [...argumentsFor(instance, settings), ...command], {
    kind: 'remote',
    stdio: 'inherit',
  });
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('exit', (code) => done(code ?? EXIT.refused));
  });
}

/** `spotdeck ssh BID --all -- command`: runs a command on every instance of a bid, with its name before each line. */
export async function sshToAll(
  features: Features,
  settings: Settings,
  name: string,
  command: readonly string[],
): Promise<number> {
  if (command.length === 0)
    throw new CommandFailure(
      EXIT.usage,
      'A command is missing.',
      `Write it behind two dashes: spotdeck ssh ${name} --all -- uptime`,
    );
  const reader = createListReader(features, settings);
  reader.add('bids', await reader.request('bids', { enough: allOf([name]) }));
  const [bid] = rowsToChange(reader.lists(), 'bids', [name]);
  const ofBid = bid === undefined ? null : await instancesOf(reader, new Set([bid.fid]));
  reader.add('instances', ofBid ?? (await reader.request('instances')));
  const lists = reader.lists();
  const missing = lists.partial.get('instances');
  if (missing !== undefined)
    throw new CommandFailure(EXIT.refused, ['Some instances may be missing, so nothing was run.', missing.sentence]);
  const members = bid === undefined ? [] : lists.context.instancesOf(bid.fid).all;
  if (members.length === 0) throw new CommandFailure(EXIT.usage, `The bid ${name} has no instances.`);
  const queue = members.map((instance) => ({
    label: printableLine(instance.name || instance.fid),
    args: [...argumentsFor(instance, settings), ...command],
  }));
  let worst = 0;
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      worst = Math.max(worst, await prefixed(next.label, next.args));
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENT_LOGINS, queue.length) }, worker));
  return worst;
}

function prefixed(label: string, args: readonly string[]): Promise<number> {
  const batch = ['-o', 'BatchMode=yes', ...args];
  const child = startProgram('ssh', batch, { kind: 'remote', stdio: ['ignore', 'pipe', 'pipe'] });
  const prefix = (input: ChildProcess['stdout'], write: (line: string) => void): void => {
    if (input !== null) createInterface({ input }).on('line', (line) => write(`${label}: ${line}`));
  };
  prefix(child.stdout, writeLine);
  prefix(child.stderr, writeErrorLine);
  return new Promise((done, failed) => {
    child.on('error', failed);
    whenEnded(child, (code) => done(code ?? EXIT.refused));
  });
}
