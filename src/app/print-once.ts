import type { Connection } from '../api/client.ts';
import { errorMessage } from '../api/error-messages.ts';
import type { ServiceError } from '../api/result.ts';
import type { Settings } from '../config/settings.ts';
import type { ServiceList } from '../contract/lists.ts';
import { asciiGlyphs } from '../resources/glyphs.ts';
import { missingOf } from '../resources/incomplete-lists.ts';
import { serviceLists } from '../resources/index.ts';
import { readList } from '../resources/project-lists.ts';
import { PAGE_WIDTH, plainTable } from '../screen/ink/plain-table.tsx';
import type { Features } from '../store/features.ts';
import { projectsOf } from '../store/projects.ts';
import { startState } from '../store/start-state.ts';
import { type ConnectionState, withView } from '../store/state.ts';
import { rowsArrived } from '../store/transitions.ts';
import { EXIT, type ExitCode, exitCodeFor } from '../system/exit.ts';
import { clientFor } from '../system/request-log.ts';
import { writeBlock, writeErrorLines } from '../system/streams.ts';
import { system } from '../system/system.ts';
import { retryPage } from './page-retry.ts';

/** Prints the five lists once as plain tables on stdout, for use without a terminal. Returns the exit code. */
export async function printTables(
  features: Features,
  settings: Pick<Settings, 'debug'>,
  connection: Connection,
  connected: ConnectionState,
): Promise<ExitCode> {
  const client = clientFor(settings, connection);
  let state = startState(
    features,
    connected,
    asciiGlyphs,
    { columns: PAGE_WIDTH, rows: PAGE_WIDTH },
    system().clock.now(),
  );
  const failures: ServiceError[] = [];
  const missing: string[] = [];
  const read = async <Name extends ServiceList>(name: Name): Promise<void> => {
    const answer = await readList(client, name, projectsOf(connected), {
      signal: new AbortController().signal,
      onPage: () => undefined,
      retry: retryPage,
    });
    const part = missingOf(name, answer);
    if (part !== null) missing.push(part.sentence);
    if (answer.ok) state = rowsArrived(state, name, answer.value, { at: state.now, sequence: 1 }, state.now);
    else failures.push(answer.error);
  };
  for (const name of serviceLists) {
    // What is printed once has every row.
    state = withView(state, name, { showsEnded: true });
    // Instances are read before the bids are printed: a bid's running count comes from them.
    await read(name);
  }
  const [failure] = failures;
  if (failures.length === serviceLists.length && failure !== undefined) {
    const { what, hint } = errorMessage(failure);
    writeErrorLines(hint === null ? [what] : [what, hint]);
    return exitCodeFor(failure);
  }
  writeBlock(`${serviceLists.map((name) => plainTable(state, name)).join('\n\n')}\n`);
  writeErrorLines(['The console needs a terminal, so the lists are printed once.', ...missing]);
  if (failure !== undefined) return exitCodeFor(failure);
  return missing.length > 0 ? EXIT.refused : EXIT.done;
}
