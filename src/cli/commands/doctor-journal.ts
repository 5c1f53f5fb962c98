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
  // Only who writes finds out that another program does not let it.
  const found = await lookIntoJournal(features, settings, { baseUrl, projects: [] }, ({ access }) =>
    access.atOnce(() => undefined),
  );
  if (found === null) return [ok('journal', `none yet at ${path}`)];
  if (found.read && found.problem === null) return [ok('journal', path)];
  const holders = lockHolders([path, `${path}-wal`, `${path}-shm`]).map(
    ({ pid, name }) => `process ${pid}${name === '' ? '' : ` (${name})`}`,
  );
  const who = holders.length === 0 ? '' : ` It is ${holders.join(' and ')}.`;
  const what = found.problem ?? `The journal ${path} can't be written: another program has locked it.`;
  return [failure('journal', `${what}${who}`, 'End that program, or name another file with --journal.')];
}
