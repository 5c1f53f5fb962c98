import type { Outcome } from '../../api/result.ts';
import type { ServiceList } from '../../contract/lists.ts';
import type { Context } from '../../resources/context.ts';
import { namesByKey, serviceLists, serviceResources } from '../../resources/index.ts';
import type { Panes } from '../../resources/panes.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import type { CustomCommand } from './command-record.ts';
import { PLACEHOLDER, variable, wrongInLine, wrongPlace } from './placeholder-places.ts';

/** The panes in which a command is offered: those of its lists, and those whose rows stand for rows of these. */
export const commandPanes = ({ panes: lists }: Pick<CustomCommand, 'panes'>, panes: Panes): readonly PaneName[] =>
  lists.flatMap((list) => [list, ...namesByKey(panes).filter((name) => panes[name].standsFor?.list === list)]);

/** A command with all placeholders filled in. */
export type FilledCommand = {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

/** The placeholders that all of some panes have. */
export function placeholdersOf(lists: readonly ServiceList[], panes: Panes): readonly string[] {
  const [first, ...others] = lists.map((list) => Object.keys(panes[list].placeholders ?? {}));
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
}

/** The panes that custom commands can be in, by their names on the command line. */
export const paneWords: readonly string[] = serviceLists.map((name) => serviceResources[name].words.list);

export function paneNamed(word: string): ServiceList | undefined {
  return serviceLists.find((name) => serviceResources[name].words.list === word);
}

/** The error in a command's declaration; null when there is none. */
export function wrongIn({ run, panes: lists }: Pick<CustomCommand, 'run' | 'panes'>, panes: Panes): string | null {
  const placeholders = placeholdersOf(lists, panes);
  if (run.kind === 'shell') return wrongInLine(run.line, placeholders);
  const isPlain = (name: string): boolean => lists.every((list) => panes[list].placeholders?.[name]?.isPlain === true);
  return wrongPlace(run.parts, placeholders, isPlain);
}

/** The values of a row's placeholders, by name. `chosen` are values that follow from what the operator chose, in place of the row's own. */
export function placeholderValues<Name extends ServiceList>(
  list: Name,
  row: Rows[Name],
  context: Context,
  panes: Pick<Panes, ServiceList>,
  chosen: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const { placeholders = {} }: Pick<Resource<Name>, 'placeholders'> = panes[list];
  const values = Object.entries(placeholders).map(([name, of]) => [name, chosen[name] ?? of(row, context)] as const);
  return Object.fromEntries(values.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]])));
}

/** Fills in the values of a row, or returns one sentence on why the command can't be run on it. */
export function filledIn(
  { name: labelOf, run }: Pick<CustomCommand, 'name' | 'run'>,
  rowLabel: string,
  values: Readonly<Record<string, string>>,
): Outcome<FilledCommand, string> {
  const environment = Object.fromEntries(Object.entries(values).map(([name, value]) => [variable(name), value]));
  if (run.kind === 'shell') return { ok: true, value: { program: '/bin/sh', args: ['-c', run.line], environment } };
  const [program = '', ...parts] = run.parts;
  const args: string[] = [];
  for (const part of parts) {
    const missing = [...part.matchAll(PLACEHOLDER)].find(([, name = '']) => values[name] === undefined);
    if (missing !== undefined) return no(`${rowLabel} has no known ${missing[1]}, so ${labelOf} was not run on it.`);
    const filled = part.replaceAll(PLACEHOLDER, (_, name: string) => values[name] ?? '');
    // A value from the service must not become an option of a program.
    if (filled.startsWith('-') && !part.startsWith('-') && !args.includes('--'))
      return no(
        `${rowLabel} would be an option of ${program}, so ${labelOf} was not run on it. Put "--" before it in the arguments.`,
      );
    args.push(filled);
  }
  return { ok: true, value: { program, args, environment } };
}

const no = (error: string): Outcome<FilledCommand, string> => ({ ok: false, error });
