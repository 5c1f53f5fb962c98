import { existsSync } from 'node:fs';
import type { Settings } from '../../config/settings.ts';
import type { Instance } from '../../contract/instance.ts';
import { counted } from '../../lib/counted.ts';
import { readTextFile, replaceFile } from '../../lib/regular-file.ts';
import { type Host, sshConfig } from '../../ssh/ssh-config.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../system/exit.ts';
import { inHome } from '../../system/files.ts';
import { hostsOfSsh } from '../../system/ssh-hosts.ts';
import { writeBlock, writeErrorLines } from '../../system/streams.ts';
import { projectInstances } from '../project-instances.ts';

/** File that `ssh-config --write` writes. */
const CONFIG = '~/.ssh/spotdeck.conf';

/**
 * `spotdeck ssh-config [--write]`: prints Host entries for all instances, or writes them to a separate file to include.
 * @throws {CommandFailure} when the instances can't be read, or none of them has an address that can be used.
 */
export async function printSshConfig(settings: Settings, write: boolean): Promise<ExitCode> {
  const { instances, unreadable, bidName } = await projectInstances(settings);
  const path = inHome(CONFIG);
  const before = existsSync(path) ? readTextFile(path) : '';
  const { hosts: reserved, problems } = hostsOfSsh();
  const { text, entries, leftOut } = sshConfig(hostsOf(instances, bidName), {
    ...{ before, reserved },
    prefix: settings.sshAliasPrefix,
  });
  const missing = leftOut + unreadable;
  if (entries === 0 && missing > 0) {
    const unchanged = write && before !== '' ? ` ${CONFIG} stays as it was.` : '';
    throw new CommandFailure(
      EXIT.refused,
      `Nothing was written: the project has ${counted(missing, 'instance')}, none with an address that can be used.${unchanged}`,
    );
  }
  // Replaced in instance step: an ssh that reads it at the same time gets the old file or the new instance.
  if (write) replaceFile(path, text);
  else writeBlock(text);
  writeErrorLines([
    ...problems,
    ...(entries === 0 ? ['The project has no instances, so there are no entries.'] : []),
    ...(missing === 0 ? [] : [`Left out: ${counted(missing, 'instance')} without an address that can be used.`]),
    ...(write ? [`Written to ${path}. Put this line at the top of ~/.ssh/config once:`, `Include ${CONFIG}`] : []),
  ]);
  return EXIT.done;
}

/** Returns the hosts in order of creation, so that the numbers in their aliases stay. */
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
