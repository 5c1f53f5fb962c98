import { type Filter, type FilterColumn, parseFilter } from '../resources/filter/parse.ts';
import { columnNamed } from '../resources/parts/column-names.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';

/** Why a command refuses a column whose cells come from the machines: not even a negated filter may match without them. */
export const fromMachinesSentence = (column: string): string =>
  `${column} is read from the machines, which this command does not do.`;
export const MACHINES_HINT = 'spotdeck top reads machines; the console shows them beside bids and instances.';

type CommandColumn = FilterColumn & { readonly fromMachines?: true };

/**
 * Parses a filter of the command line. @throws {CommandFailure} that points at the error. It names only columns that the command takes,
 * and says of one that is read from machines that this command does not read them.
 */
export function readFilter(text: string, columns: readonly CommandColumn[]): Filter {
  const read = parseFilter(
    text,
    columns.filter(({ fromMachines }) => fromMachines !== true),
  );
  if (read.ok) return read.value;
  const { at, why } = read.error;
  const [, name = ''] = /^([\w-]+)(?:[:=<>]|!=)/.exec(text.slice(at)) ?? [];
  const column = columnNamed(columns, name);
  if (column?.fromMachines === true)
    throw new CommandFailure(EXIT.usage, fromMachinesSentence(column.id), MACHINES_HINT);
  throw new CommandFailure(EXIT.usage, `The filter can't be read: ${why}`, [text, `${' '.repeat(at)}^`]);
}
