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
import { sshAliasPrefix } from '../settings.ts';
import { type Host, sshConfig } from '../ssh-hosts.ts';
import { noLogin } from '../ssh-login.ts';

const CONFIG = '~/.ssh/spotdeck.conf';

/** @throws {CommandFailure} for an unreadable file. */
function textBefore(path: string): string {
  try {
    return existsSync(path) ? readTextFile(path) : '';
  } catch (error) {
    throw new CommandFailure(EXIT.refused, `${path} can't be read: ${describeError(error)}. It stays as it is.`);
  }
}

const MAX_REASONS = 5;

/**
 * `spotdeck ssh-config [--write]`: prints Host entries for all instances, or writes a file to include. @throws
 * {CommandFailure} for unreadable instances, or none with a usable address.
 */
export async function printSshConfig(settings: Settings, write: boolean): Promise<ExitCode> {
  const { instances, unreadable, bidName } = await projectInstances(settings);
  const path = inHome(CONFIG);
  const before = textBefore(path);
  const { text, entries, leftOut } = sshConfig(hostsOf(instances, bidName), {
    before,
    prefix: own(settings, sshAliasPrefix),
  });
  const missing = leftOut.length + unreadable;
  const reasons = whyLeftOut(instances, leftOut, unreadable);
  if (entries === 0 && missing > 0) {
    const unchanged = write && before !== '' ? ` ${CONFIG} stays as it was.` : '';
    throw new CommandFailure(
      EXIT.refused,
      `Nothing was written: the project has ${counted(missing, 'instance')}, none with an address that can be used.${unchanged}`,
      reasons,
    );
  }
  // Replaced in one step: a concurrent ssh reads the old file or the new one.
  if (write) replaceFile(path, text);
  else writeBlock(text);
  writeErrorLines([
    ...(entries === 0 ? ['The project has no instances, so there are no entries.'] : []),
    ...(missing === 0
      ? []
      : [`Left out: ${counted(missing, 'instance')} without an address that can be used.`, ...reasons]),
    ...(write
      ? [`Written to ${path}. Put these lines at the end of ~/.ssh/config once:`, 'Match all', `Include ${CONFIG}`]
      : []),
  ]);
  return EXIT.done;
}

/** Reasons of the first instances left out. */
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
  const more = lines.length - MAX_REASONS;
  return [...lines.slice(0, MAX_REASONS), ...(more > 0 ? [`- and ${more} more`] : []), ...rows];
}

/** In order of creation, so that the numbers in aliases stay. */
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
