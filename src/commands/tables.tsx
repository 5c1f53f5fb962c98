import { renderToString, Text } from 'ink';
import inkTable from 'ink-table';
import { type Connection, createClient } from '../api/client.ts';
import type { ServiceError } from '../api/outcome.ts';
import { sentenceFor } from '../api/sentences.ts';
import { widthOf } from '../lib/width.ts';
import { readList } from '../resources/lists.ts';
import type { Rows, ServiceList } from '../resources/resource.ts';
import { resources, serviceLists } from '../resources/resources.ts';
import { asciiSigns } from '../resources/signs.ts';
import { columnsOf } from '../state/columns.ts';
import { type Connected, type ConsoleState, startState } from '../state/console.ts';
import { contextOf } from '../state/context.ts';
import { rowsArrived } from '../state/polling.ts';
import { shownRows } from '../state/shown.ts';
import { EXIT, type ExitCode } from './failure.ts';

const Table = inkTable.default;
/** Wider than any table gets: what is printed is for files and pipes, so nothing is cut. */
const PAPER = 2000;

/** The five lists once, as plain tables on stdout, for where there is no terminal. Answers with the exit code. */
export async function printTables(connection: Connection, connected: Connected): Promise<ExitCode> {
  const client = createClient(connection);
  let state = startState(connected, asciiSigns, { columns: PAPER, rows: 1000 }, Date.now());
  const failures: ServiceError[] = [];
  const read = async <Name extends ServiceList>(name: Name): Promise<void> => {
    const answer = await readList[name](client, connected.project, { signal: new AbortController().signal, onPage: () => undefined });
    if (answer.ok) state = rowsArrived(state, name, answer.value, { at: state.now, turn: 1 }, state.now);
    else failures.push(answer.error);
  };
  for (const name of serviceLists) {
    // Instances are read before the bids are printed: a bid's running count comes from them.
    await read(name);
  }
  const [failure] = failures;
  if (failures.length === serviceLists.length && failure !== undefined) {
    const { what, hint } = sentenceFor(failure);
    process.stderr.write(`${what}\n${hint === null ? '' : `${hint}\n`}`);
    return exitCodeFor(failure);
  }
  process.stdout.write(`${serviceLists.map((name) => tableOf(state, name)).join('\n\n')}\n`);
  process.stderr.write('The console needs a terminal; these are the lists as they are now.\n');
  for (const error of failures) process.stderr.write(`${sentenceFor(error).what}\n`);
  return EXIT.done;
}

/** Which exit code tells a script what went wrong. */
function exitCodeFor(error: ServiceError): ExitCode {
  switch (error.kind) {
    case 'not-signed-in':
    case 'no-token':
      return EXIT.signedOut;
    case 'unreachable':
    case 'timeout':
      return EXIT.unreachable;
    default:
      return EXIT.refused;
  }
}

function tableOf<Name extends ServiceList>(state: ConsoleState, name: Name): string {
  const { title, columns } = resources[name];
  const context = contextOf(state);
  const heads = columnsOf(name);
  const data = shownRows(state, name).rows.map(({ row }: { readonly row: Rows[Name] }) =>
    Object.fromEntries(heads.map(({ id, header }) => [header, columns.find((column) => column.id === id)?.cell(row, context).text ?? ''])),
  );
  const heading = `${title} (${data.length})`;
  if (data.length === 0) return `${heading}\nnone`;
  const text = renderToString(<Table data={data} header={({ children }) => <Text>{children}</Text>} skeleton={({ children }) => <Text>{children}</Text>} />, { columns: PAPER });
  return `${heading}\n${text
    .split('\n')
    .map((line) => line.slice(0, line.length - Math.max(0, widthOf(line) - PAPER)).trimEnd())
    .join('\n')}`;
}
