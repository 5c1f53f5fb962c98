import type { Outcome } from '../../api/result.ts';
import type { ServiceList } from '../../contract/lists.ts';
import type { Context } from '../../resources/context.ts';
import { namesByKey, serviceLists, serviceResources } from '../../resources/index.ts';
import type { Panes } from '../../resources/panes.ts';
import type { Resource } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import { programAt, readerOf } from './code-readers.ts';
import type { CustomCommand } from './command-record.ts';

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

const PLACEHOLDER = /\{([a-z_]+)\}/g;

/** Options whose value is code or a command for many programs. */
const CODE_OPTION =
  /^(?:-[a-z]{0,2}[ce]|--?(?:eval|exec|execute|command|cmd|code|expression|run|split-string)|-S|-(?:exec|ok)(?:dir)?)$/i;

/** The environment variable of a placeholder: `SPOTDECK_SSH_HOST`. */
const variable = (name: string): string => `SPOTDECK_${name.toUpperCase()}`;

/** The error of a placeholder in a shell line: the shell would read its value as a part of a command. */
function wrongInLine(line: string, placeholders: readonly string[]): string | null {
  const found = [...line.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const known = found.find((name) => placeholders.includes(name));
  return known === undefined ? null : inShell(known);
}

/**
 * The error of a placeholder in a list of a program and its arguments. A value is an argument of its own, which nothing reads as code;
 * `isPlain` ones, numbers and addresses, may also be a part of an argument, and go to a shell on another machine.
 */
function wrongPlace(
  parts: readonly string[],
  placeholders: readonly string[],
  isPlain: (name: string) => boolean,
): string | null {
  const program = programAt(parts);
  if (parts[0] === '' || hasAny(parts[0]) || hasAny(parts[program])) return NOT_NAMED;
  for (const [at, part] of parts.entries())
    for (const [whole, name = ''] of part.matchAll(PLACEHOLDER)) {
      const isKnown = placeholders.includes(name);
      const code = asCode(parts, at);
      if (code === null && !isKnown)
        return `${whole} is not a placeholder here; placeholders: ${placeholders.join(', ')}`;
      const wrong = isKnown ? (code?.(name) ?? wrongValue(parts, at, name, isPlain(name), program)) : null;
      if (wrong !== null) return wrong;
    }
  return null;
}

const NOT_NAMED = 'the program itself must be named as it is';

const hasAny = (part = ''): boolean => part.search(PLACEHOLDER) >= 0;

const inShell = (name: string): string =>
  `a shell has values as variables only: write "$${variable(name)}" in place of {${name}}`;

const inCode = (program: string) => (name: string) =>
  `${program} reads that as code: use the variable ${variable(name)} in place of {${name}}`;

/** Why nothing of a row may stand in an argument, whatever it is: a program before it reads it as code. Null when none does. */
function asCode(parts: readonly string[], at: number): ((name: string) => string) | null {
  for (const [from, program] of parts.slice(0, at).entries()) {
    const reader = readerOf(program);
    if (reader?.kind === 'code') return inCode(program);
    if (reader?.kind !== 'option') continue;
    const option = parts.findIndex((part, n) => n > from && n <= at && reader.option.test(part));
    if (option < 0) continue;
    const line = parts.findIndex((part, n) => n > option && !part.startsWith('-'));
    // Texts after the line of a shell are its arguments.
    const isText = reader.isShell && line >= 0 && line < at && takesTexts(parts[line] ?? '');
    if (!isText) return reader.isShell ? inShell : inCode(program);
  }
  return null;
}

/** Why a value may not stand in an argument that is not code; null when it may. */
function wrongValue(
  parts: readonly string[],
  at: number,
  name: string,
  isPlain: boolean,
  program: number,
): string | null {
  const before = parts.slice(0, at);
  const isScript = readerOf(parts[program] ?? '')?.kind === 'option' && at > program;
  // The file that an interpreter runs.
  if (isScript && !before.slice(program + 1).some((part) => !part.startsWith('-') && !hasAny(part))) return NOT_NAMED;
  if (isPlain) return null;
  const remote = before.find((part) => readerOf(part)?.kind === 'remote');
  if (remote !== undefined)
    return `${remote} gives its arguments to a shell on another machine, which takes only numbers and addresses: write "$${variable(name)}" to its input in place of {${name}}`;
  if (parts[at] !== `{${name}}`)
    return `{${name}} must be an argument of its own, as a part of another one it can become code: or use the variable ${variable(name)}`;
  const option = before.at(-1) ?? '';
  if (at > 1 && CODE_OPTION.test(option))
    return `many programs read what follows ${option} as code: use the variable ${variable(name)} in place of {${name}}`;
  return at < program ? NOT_NAMED : null;
}

/** What ends a command, and what comes right before one. */
const BETWEEN = /[;&|(){}`\n]|\b(?:then|do|else|elif|if|while|until)\b|!\s/;
const ARGUMENT = /^\$(?:[\d@*]|\{[\d@*])/;

/**
 * Whether a line of a shell takes its arguments (`$1`, `$@`) as texts: each stands in double quotes, none as a command, and no command of
 * the line reads code.
 */
function takesTexts(line: string): boolean {
  let quote = '';
  let quotedFrom = 0;
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (letter === '\\' && quote !== "'") at += 1;
    else if (letter === quote) quote = '';
    else if (quote === '' && (letter === '"' || letter === "'")) {
      quote = letter;
      quotedFrom = at;
    } else if (quote !== "'" && ARGUMENT.test(line.slice(at))) {
      if (quote === '' || isCommand(line.slice(0, quotedFrom))) return false;
    }
  }
  return line.split(BETWEEN).every((command) => {
    const words = command.split(/[\s"']+/).filter((word) => word !== '' && !/^\w+=/.test(word));
    const reader = readerOf(words[programAt(words)] ?? '');
    return reader === undefined;
  });
}

/** Whether what comes after a text is the name of a command, and not an argument of one. */
function isCommand(before: string): boolean {
  const last = before.split(BETWEEN).at(-1) ?? '';
  // The end of a word, such as `name="$1"`.
  if (/\S$/.test(last)) return false;
  const words = last.split(/\s+/).filter((word) => word !== '' && !/^\w+=/.test(word));
  return programAt(words) >= words.length;
}
