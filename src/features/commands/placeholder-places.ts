import { programAt, readerOf } from './code-readers.ts';
import { takesTexts } from './shell-line.ts';

export const PLACEHOLDER = /\{([a-z_]+)\}/g;

/** Options whose value is code or a command for many programs. */
const CODE_OPTION =
  /^(?:-[a-z]{0,2}[ce]|--?(?:eval|exec|execute|command|cmd|code|expression|run|split-string)|-S|-(?:exec|ok)(?:dir)?)$/i;

/** The environment variable of a placeholder: `SPOTDECK_SSH_HOST`. */
export const variable = (name: string): string => `SPOTDECK_${name.toUpperCase()}`;

/** The error of a placeholder in a shell line: the shell would read its value as a part of a command. */
export function wrongInLine(line: string, placeholders: readonly string[]): string | null {
  const found = [...line.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const known = found.find((name) => placeholders.includes(name));
  return known === undefined ? null : inShell(known);
}

/**
 * The error of a placeholder in a list of a program and its arguments. A value is an argument of its own, which nothing reads as code;
 * `isPlain` ones, numbers and addresses, may also be a part of an argument, and go to a shell on another machine.
 */
export function wrongPlace(
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
