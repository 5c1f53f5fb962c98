import { type Finding, ok, warning } from '../../command/doctor-lines.ts';
import { readJournal } from '../../command/read-journal.ts';
import { connectedTo, connectionFrom } from '../../config/connection.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { own } from '../../lib/typed-key.ts';
import { counted } from '../../lib/words.ts';
import { type Features, projectsOf } from '../../store/state.ts';
import { HOOKS, type Hook, OCCASION } from './hook.ts';
import { commandsJournal } from './journal.ts';
import { hookSettings } from './settings.ts';

const MAX_NAMES = 5;

/** Warns about preemptions and thin bids still waiting for their programs. */
export async function checkHooks(features: Features, { settings }: ResolvedSettings): Promise<readonly Finding[]> {
  const hooks = HOOKS.filter((hook) => own(settings, hookSettings[hook]) !== null);
  if (hooks.length === 0 || settings.baseUrl === null || settings.project === null) return [];
  const connection = connectionFrom(settings);
  const place = { baseUrl: connection.baseUrl, projects: projectsOf(connectedTo(connection, settings)) };
  const found = await readJournal(features, settings, place, (journal, scopes) =>
    hooks.map((hook) => commandsJournal(journal).waitingStarts(hook, scopes)),
  );
  return hooks.map((hook, n) => findingOf(hook, found?.read[n] ?? []));
}

function findingOf(hook: Hook, waiting: readonly { readonly label: string }[]): Finding {
  if (waiting.length === 0) return ok(hook, `no ${OCCASION[hook]} waits for its program`);
  const names = waiting.slice(0, MAX_NAMES).map(({ label }) => label);
  const more = waiting.length > MAX_NAMES ? ` and ${waiting.length - MAX_NAMES} more` : '';
  return warning(
    hook,
    `the program has not run for ${counted(waiting.length, OCCASION[hook])}: ${names.join(', ')}${more}.`,
    'The next console runs it, or one that is open when another program ends.',
  );
}
