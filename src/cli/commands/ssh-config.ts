import { existsSync } from 'node:fs';
import type { Settings } from '../../config/settings.ts';
import type { Instance } from '../../contract/instance.ts';
import { replaceFile } from '../../lib/private-file.ts';
import { readTextFile } from '../../lib/regular-file.ts';
import { type Host, sshConfig } from '../../ssh/ssh-config.ts';
import { CommandFailure, EXIT, type ExitCode } from '../../system/exit.ts';
import { inHome } from '../../system/files.ts';
import { hostsOfSsh } from '../../system/ssh-hosts.ts';
import { writeBlock, writeErrorLines } from '../../system/streams.ts';
import { projectInstances } from '../project-instances.ts';

/** Where `ssh-config --write` keeps its entries. */
const CONFIG = '~/.ssh/spotdeck.conf';

/**
 * `spotdeck ssh-config [--write]`: prints Host entries for all instances, or keeps them in a file of their own to include.
 * @throws {CommandFailure} when the service doesn't tell, or none of the instances has an address that can be used.
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
    const kept = write && before !== '' ? ` ${CONFIG} stays as it was.` : '';
    throw new CommandFailure(
      EXIT.refused,
      `Nothing was written: the project has ${counted(missing)}, none with an address that can be used.${kept}`,
    );
  }
  // In one step, so that an ssh that reads it meanwhile sees the old or the new one.
  if (write) replaceFile(path, text);
  else writeBlock(text);
  writeErrorLines([
    ...problems,
    ...(entries === 0 ? ['The project has no instances, so there are no entries.'] : []),
    ...(missing === 0 ? [] : [`Left out: ${counted(missing)} without an address that can be used.`]),
    ...(write ? [`Written to ${path}. Put this line at the top of ~/.ssh/config once:`, `Include ${CONFIG}`] : []),
  ]);
  return EXIT.done;
}

/** In the order in which the instances came to be, so that numbers stay. */
function hostsOf(instances: readonly Instance[], bidName: (fid: string | null) => string | null): readonly Host[] {
  return instances
    .toSorted((a, b) => (a.created_at ?? 0) - (b.created_at ?? 0) || (a.fid < b.fid ? -1 : 1))
    .map((one) => ({
      fid: one.fid,
      name: one.name || one.fid,
      bid: bidName(one.bid),
      destination: one.ssh_destination,
    }));
}

const counted = (count: number): string => (count === 1 ? '1 instance' : `${count} instances`);
