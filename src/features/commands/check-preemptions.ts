import { type Finding, ok, warning } from '../../command/doctor-lines.ts';
import { readJournal } from '../../command/read-journal.ts';
import { connectedTo, connectionFrom } from '../../config/connection.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { own } from '../../lib/typed-key.ts';
import { counted } from '../../lib/words.ts';
import { type Features, projectsOf } from '../../store/state.ts';
import { commandsJournal } from './journal.ts';
import { onPreempt } from './settings.ts';

const MAX_NAMES = 5;

/** Warns about preemptions still waiting for `on_preempt`. */
export async function checkPreemptions(
  features: Features,
  { settings }: ResolvedSettings,
): Promise<readonly Finding[]> {
  if (own(settings, onPreempt) === null || settings.baseUrl === null || settings.project === null) return [];
  const connection = connectionFrom(settings);
  const place = { baseUrl: connection.baseUrl, projects: projectsOf(connectedTo(connection, settings)) };
  const found = await readJournal(features, settings, place, (journal, scopes) =>
    commandsJournal(journal).waitingPreemptions(scopes),
  );
  const waiting = found?.read ?? [];
  if (waiting.length === 0) return [ok('on_preempt', 'no preemption waits for its program')];
  const names = waiting.slice(0, MAX_NAMES).map(({ label }) => label);
  const more = waiting.length > MAX_NAMES ? ` and ${waiting.length - MAX_NAMES} more` : '';
  return [
    warning(
      'on_preempt',
      `the program has not run for ${counted(waiting.length, 'preemption')}: ${names.join(', ')}${more}.`,
      'The next console runs it, or one that is open when another program ends.',
    ),
  ];
}
