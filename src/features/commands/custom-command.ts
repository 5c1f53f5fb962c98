import type { Outcome } from '../../api/result.ts';
import { settings } from '../../config/settings.ts';
import type { ServiceList } from '../../contract/lists.ts';
import { serviceAddress } from '../../lib/addresses.ts';
import type { Context } from '../../resources/context.ts';
import { namesByKey, serviceLists, serviceResources } from '../../resources/index.ts';
import type { Panes } from '../../resources/panes.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { system } from '../../system/system.ts';
import type { Environment } from '../../system/terminal.ts';

/** A custom command, as the config file declares it. */
export type CustomCommand = {
  readonly name: string;
  readonly key: string | null;
  readonly panes: readonly ServiceList[];
  readonly run: CustomRun;
  /** `terminal` takes over the terminal; `background` keeps the output. */
  readonly where: 'terminal' | 'background';
  readonly confirm: boolean;
  /** Whether it gets the console's token. */
  readonly token: boolean;
};

/** Placeholders in `parts` stand for a row's values; a shell line gets them only as variables. */
export type CustomRun =
  | { readonly kind: 'program'; readonly parts: readonly string[] }
  | { readonly kind: 'shell'; readonly line: string };

/** Panes offering a command: its lists, and panes whose rows stand for rows of these. */
export const commandPanes = ({ panes: lists }: Pick<CustomCommand, 'panes'>, panes: Panes): readonly PaneName[] =>
  lists.flatMap((list) => [list, ...namesByKey(panes).filter((name) => panes[name].standsFor?.list === list)]);

/** A command with all placeholders filled in. */
export type FilledCommand = {
  readonly program: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
};

/** Placeholders common to all given lists. */
export function placeholdersOf(lists: readonly ServiceList[], panes: Panes): readonly string[] {
  const [first, ...others] = lists.map((list) => Object.keys(panes[list].placeholders ?? {}));
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
}

export const paneWords: readonly string[] = serviceLists.map((name) => serviceResources[name].words.list);

export function paneNamed(word: string): ServiceList | undefined {
  return serviceLists.find((name) => serviceResources[name].words.list === word);
}

/** A row's placeholder values by name. `chosen` replaces values by the operator's choice. */
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

/** Fills in a row's values, or returns a sentence on why it can't. */
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

export const PLACEHOLDER = /\{([a-z_]+)\}/g;

/** The environment variable of a placeholder. */
export const variable = (name: string): string => `SPOTDECK_${name.toUpperCase()}`;

/** Settings by which a `spotdeck` started by a program finds the same service. Never the token. */
const NAMES = ['SPOTDECK_CONFIG', ...Object.values(settings).flatMap(({ environment }) => environment ?? [])].filter(
  (name) => name !== settings.token.environment,
);

/** Settings for the operator's programs. The address has no user name and password. */
export function spotdeckVariables(): Environment {
  const { environment } = system();
  const given = Object.fromEntries(NAMES.map((name) => [name, environment[name]]));
  const { SPOTDECK_BASE_URL: address } = given;
  return { ...given, SPOTDECK_BASE_URL: URL.canParse(address ?? '') ? serviceAddress(address ?? '') : undefined };
}
