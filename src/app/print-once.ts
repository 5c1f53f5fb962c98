import type { Connection } from '../api/client.ts';
import { errorMessage } from '../api/error-messages.ts';
import type { ServiceError } from '../api/result.ts';
import { retryPage } from '../config/connection.ts';
import type { Settings } from '../config/settings.ts';
import type { ServiceList } from '../contract/lists.ts';
import { textTable } from '../lib/width.ts';
import { asciiGlyphs } from '../resources/glyphs.ts';
import { missingOf } from '../resources/incomplete-lists.ts';
import { serviceLists } from '../resources/index.ts';
import { readList } from '../resources/project-lists.ts';
import type { Resource } from '../resources/resource.ts';
import { columnsNow } from '../store/lists/content-widths.ts';
import { visibleRows } from '../store/lists/visible-rows.ts';
import { contextOf } from '../store/row-context.ts';
import { startState } from '../store/start-state.ts';
import { type ConnectionState, type ConsoleState, type Features, projectsOf, withView } from '../store/state.ts';
import { rowsArrived } from '../store/transitions.ts';
import { EXIT, type ExitCode, exitCodeFor } from '../system/exit.ts';
import { clientFor } from '../system/request-log.ts';
import { writeBlock, writeErrorLines } from '../system/streams.ts';
import { system } from '../system/system.ts';
import { whyNoScreen } from '../system/terminal.ts';

const PAGE_WIDTH = 2000;

/** Prints all lists once, without a terminal. Returns the exit code. */
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
    const answer = await readList(client, name, projectsOf(connected), { retry: retryPage });
    const part = missingOf(name, answer);
    if (part !== null) missing.push(part.sentence);
    if (answer.ok) state = rowsArrived(state, name, answer.value, { at: state.now, sequence: 1 }, state.now);
    else failures.push(answer.error);
  };
  for (const name of serviceLists) {
    state = withView(state, name, { showsEnded: true });
    // Instances come before bids are printed: they give the running counts.
    await read(name);
  }
  const [failure] = failures;
  if (failures.length === serviceLists.length && failure !== undefined) {
    const { what, hint } = errorMessage(failure);
    writeErrorLines(hint === null ? [what] : [what, hint]);
    return exitCodeFor(failure);
  }
  writeBlock(`${serviceLists.map((name) => plainTable(state, name)).join('\n\n')}\n`);
  writeErrorLines([`${whyNoScreen() ?? ''}, so the lists are printed once.`, ...missing]);
  if (failure !== undefined) return exitCodeFor(failure);
  return missing.length > 0 ? EXIT.refused : EXIT.done;
}

function plainTable<Name extends ServiceList>(state: ConsoleState, name: Name): string {
  const { title, columns }: Resource<Name> = state.features.panes[name];
  const context = contextOf(state);
  const { rows } = visibleRows(state, name);
  const heading = `${title} (${rows.length})`;
  if (rows.length === 0) return `${heading}\nnone`;
  const shown = columnsNow(state, name).flatMap(({ id }) => columns.filter((column) => column.id === id));
  const lines = textTable(
    shown.map(({ header, align = 'left' }) => ({ text: header, align })),
    rows.map(({ row }) => shown.map(({ cell }) => cell(row, context).text)),
  );
  return [heading, ...lines].join('\n');
}
