import { type Filter, type FilterColumn, parseFilter } from '../../resources/filter/parse.ts';
import { CommandFailure, EXIT } from '../../system/exit.ts';

/** Parses a filter of the command line. @throws {CommandFailure} that points at the error. */
export function readFilter(text: string, columns: readonly FilterColumn[]): Filter {
  const read = parseFilter(text, columns);
  if (read.ok) return read.value;
  const { at, why } = read.error;
  throw new CommandFailure(EXIT.usage, `The filter can't be read: ${why}`, [text, `${' '.repeat(at)}^`]);
}
