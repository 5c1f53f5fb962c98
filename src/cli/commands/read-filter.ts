import { columnsIn, type Filter, type FilterColumn, parseFilter } from '../../resources/filter/parse.ts';
import { CommandFailure, EXIT } from '../../system/exit.ts';

/** Why a command refuses a column whose cells come from the machines: not even a negated filter may match without them. */
export const fromMachinesSentence = (column: string): string =>
  `${column} is read from the machines, which this command does not do.`;
export const MACHINES_HINT = 'spotdeck top reads machines; the console shows them beside bids and instances.';

type CommandColumn = FilterColumn & { readonly fromMachines?: true };

/** Parses a filter of the command line. @throws {CommandFailure} that points at the error. */
export function readFilter(text: string, columns: readonly CommandColumn[]): Filter {
  const read = parseFilter(text, columns);
  if (read.ok) {
    const unknown = columnsIn(read.value).find((id) =>
      columns.some((column) => column.id === id && column.fromMachines === true),
    );
    if (unknown === undefined) return read.value;
    throw new CommandFailure(EXIT.usage, fromMachinesSentence(unknown), MACHINES_HINT);
  }
  const { at, why } = read.error;
  throw new CommandFailure(EXIT.usage, `The filter can't be read: ${why}`, [text, `${' '.repeat(at)}^`]);
}
