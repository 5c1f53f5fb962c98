import { type Finding, failure, ok } from '../../command/doctor-lines.ts';
import { lookIntoJournal } from '../../command/read-journal.ts';
import { storagePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import type { Features } from '../../store/features.ts';
import { lockHolders } from '../../system/file-locks.ts';

/** Whether the journal can be used, and which program has locked it; nothing without a service. */
export async function journalFindings(features: Features, settings: Settings): Promise<readonly Finding[]> {
  const { baseUrl } = settings;
  if (baseUrl === null) return [];
  const { path } = storagePaths(settings, baseUrl);
  // Reading works while another program writes: only a change shows that the file is locked.
  const found = await lookIntoJournal(features, settings, { baseUrl, projects: [] }, ({ access }) => ({
    change: access.transaction(() => undefined),
    isLocked: access.isLocked(),
  }));
  if (found === null) return [ok('journal', `none yet at ${path}`)];
  const { change, isLocked } = found.read;
  if (change === 'kept' && found.problem === null) return [ok('journal', path)];
  if (change !== 'busy' && !isLocked)
    return [
      failure('journal', found.problem ?? `The journal ${path} can't be written.`, 'Name another one with --journal.'),
    ];
  const holders = lockHolders([path, `${path}-wal`, `${path}-shm`]).map(
    ({ pid, name }) => `process ${pid}${name === '' ? '' : ` (${name})`}`,
  );
  const who = holders.length === 0 ? '' : ` The lock is held by ${holders.join(' and ')}.`;
  const what = found.problem ?? `The journal ${path} can't be written: another program has locked it.`;
  return [failure('journal', `${what}${who}`, 'End that program, or name another file with --journal.')];
}
