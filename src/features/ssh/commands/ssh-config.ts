import { existsSync } from 'node:fs';
import { projectInstances } from '../../../command/project-instances.ts';
import type { Settings } from '../../../config/settings.ts';
import type { Instance } from '../../../contract/instance.ts';
import { readTextFile, replaceFile } from '../../../lib/files.ts';
import { describeError } from '../../../lib/os-error.ts';
import { own } from '../../../lib/typed-key.ts';
import { counted } from '../../../lib/words.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../../system/exit.ts';
import { inHome } from '../../../system/files.ts';
import { writeBlock, writeErrorLines } from '../../../system/streams.ts';
import { ownHosts } from '../hosts/own-hosts.ts';
import { type Host, sshConfig } from '../hosts/ssh-config.ts';
import { sshAliasPrefix } from '../settings.ts';
import { noLogin } from '../ssh-login.ts';

/** File that `ssh-config --write` writes. */
const CONFIG = '~/.ssh/spotdeck.conf';

/** What the file has now; nothing without one. @throws {CommandFailure} when it can't be read. */
function textBefore(path: string): string {
  try {
    return existsSync(path) ? readTextFile(path) : '';
  } catch (error) {
    throw new CommandFailure(EXIT.refused, `${path} can't be read: ${describeError(error)}. It stays as it is.`);
  }
}

/** Most instances whose reason is printed. */
const MAX_REASONS = 5;

/**
 * `spotdeck ssh-config [--write]`: prints Host entries for all instances, or writes them to a separate file to include.
 * @throws {CommandFailure} when the instances can't be read, or none of them has an address that can be used.
 */
export async function printSshConfig(settings: Settings, write: boolean): Promise<ExitCode> {
  const { instances, unreadable, bidName } = await projectInstances(settings);
  const path = inHome(CONFIG);
  const before = textBefore(path);
  const { text, entries, leftOut, covered } = sshConfig(hostsOf(instances, bidName), {
    before,
    prefix: own(settings, sshAliasPrefix),
    isOwnHost: ownHosts(),
  });
  const missing = leftOut.length + unreadable;
  const reasons = whyLeftOut(instances, leftOut, unreadable);
  const taken = whyCovered(instances, covered);
  if (entries === 0 && missing + covered.length > 0) {
    const unchanged = write && before !== '' ? ` ${CONFIG} stays as it was.` : '';
    const lacking = covered.length === 0 ? 'an address' : 'an address and a name';
    throw new CommandFailure(
      EXIT.refused,
      `Nothing was written: the project has ${counted(missing + covered.length, 'instance')}, none with ${lacking} that can be used.${unchanged}`,
      [...reasons, ...taken],
    );
  }
  // Replaced in one step: an ssh that reads it at the same time gets the old file or the new one.
  if (write) replaceFile(path, text);
  else writeBlock(text);
  writeErrorLines([
    ...(entries === 0 ? ['The project has no instances, so there are no entries.'] : []),
    ...(missing === 0
      ? []
      : [`Left out: ${counted(missing, 'instance')} without an address that can be used.`, ...reasons]),
    ...taken,
    ...(write ? [`Written to ${path}. Put this line at the top of ~/.ssh/config once:`, `Include ${CONFIG}`] : []),
  ]);
  return EXIT.done;
}

/** Why instances are left out, in a line for each of the first ones. */
function whyLeftOut(instances: readonly Instance[], leftOut: readonly string[], unreadable: number): readonly string[] {
  const without = new Set(leftOut);
  const lines = instances
    .filter(({ fid }) => without.has(fid))
    .map((instance) => {
      const name = instance.name || instance.fid;
      const why = noLogin(instance) ?? 'Its address is not used.';
      return why.includes(name) ? `- ${why}` : `- ${name}: ${why}`;
    });
  const rows =
    unreadable === 0 ? [] : [`- ${counted(unreadable, 'instance')} can't be read. "spotdeck doctor" says why.`];
  return [...firstOf(lines), ...rows];
}

/** Which instances are left out because the operator's own hosts have their names, and what helps; no line without any. */
function whyCovered(instances: readonly Instance[], covered: readonly string[]): readonly string[] {
  if (covered.length === 0) return [];
  const without = new Set(covered);
  const lines = instances.filter(({ fid }) => without.has(fid)).map(({ name, fid }) => `- ${name || fid}`);
  return [
    `Left out: ${counted(covered.length, 'instance')} with a name that your own ssh configuration is for. Set ssh_alias_prefix to give the instances other names.`,
    ...firstOf(lines),
  ];
}

function firstOf(lines: readonly string[]): readonly string[] {
  const more = lines.length - MAX_REASONS;
  return [...lines.slice(0, MAX_REASONS), ...(more > 0 ? [`- and ${more} more`] : [])];
}

/** The hosts in order of creation, so that the numbers in their aliases stay. */
function hostsOf(instances: readonly Instance[], bidName: (fid: string | null) => string | null): readonly Host[] {
  return instances
    .toSorted((a, b) => (a.created_at ?? 0) - (b.created_at ?? 0) || (a.fid < b.fid ? -1 : 1))
    .map((instance) => ({
      fid: instance.fid,
      name: instance.name || instance.fid,
      bid: bidName(instance.bid),
      destination: instance.ssh_destination,
    }));
}
