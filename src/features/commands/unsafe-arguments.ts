import type { Panes } from '../../resources/panes.ts';
import { type CustomCommand, PLACEHOLDER, placeholdersOf, variable } from './custom-command.ts';

/** The error in a command's declaration; null without one. */
export function wrongIn({ run, panes: lists }: Pick<CustomCommand, 'run' | 'panes'>, panes: Panes): string | null {
  const placeholders = placeholdersOf(lists, panes);
  if (run.kind === 'shell') {
    // A shell would read the value as part of a command.
    const known = [...run.line.matchAll(PLACEHOLDER)].find(([, name = '']) => placeholders.includes(name));
    return known === undefined ? null : inShell(known[1] ?? '');
  }
  const isPlain = (name: string): boolean => lists.every((list) => panes[list].placeholders?.[name]?.isPlain === true);
  return wrongPlace(run.parts, placeholders, isPlain);
}

/**
 * A value must be a whole argument, never read as code. Only `isPlain` ones, numbers and addresses, may be part of an
 * argument or reach a remote shell.
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

/** The error for any value in an argument read as code by a program before it; null otherwise. */
function asCode(parts: readonly string[], at: number): ((name: string) => string) | null {
  for (const [from, program] of parts.slice(0, at).entries()) {
    const reader = readerOf(program);
    if (reader?.kind === 'code') return inCode(program);
    if (reader?.kind !== 'option') continue;
    const option = parts.findIndex((part, n) => n > from && n <= at && reader.option.test(part));
    if (option < 0) continue;
    const line = parts.findIndex((part, n) => n > option && !part.startsWith('-'));
    // Arguments after a shell's line are its texts.
    const isText = reader.isShell && line >= 0 && line < at && takesTexts(parts[line] ?? '');
    if (!isText) return reader.isShell ? inShell : inCode(program);
  }
  return null;
}

/** Why a value may not stand in an argument; null if it may. Code is handled before. */
function wrongValue(
  parts: readonly string[],
  at: number,
  name: string,
  isPlain: boolean,
  program: number,
): string | null {
  const before = parts.slice(0, at);
  const isScript = readerOf(parts[program] ?? '')?.kind === 'option' && at > program;
  // The file run by an interpreter.
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

/** Separators between commands, and words before one. */
const BETWEEN = /[;&|(){}`\n]|\b(?:then|do|else|elif|if|while|until)\b|!\s/;
const ARGUMENT = /^\$(?:[\d@*]|\{[\d@*])/;

/**
 * Whether a shell line uses its arguments (`$1`, `$@`) only as text: double-quoted, not as a command, and with no
 * command reading code.
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

/** Whether the next word is the name of a command. */
function isCommand(before: string): boolean {
  const last = before.split(BETWEEN).at(-1) ?? '';
  // The end of a word, such as `name="$1"`.
  if (/\S$/.test(last)) return false;
  const words = last.split(/\s+/).filter((word) => word !== '' && !/^\w+=/.test(word));
  return programAt(words) >= words.length;
}

/** Options with code or a command as their value in many programs. */
const CODE_OPTION =
  /^(?:-[a-z]{0,2}[ce]|--?(?:eval|exec|execute|command|cmd|code|expression|run|split-string)|-S|-(?:exec|ok)(?:dir)?)$/i;

/**
 * How a program reads its arguments: each may be `code`; they go to a `remote` shell; an `option` precedes code, else
 * the first operand is the script; it `runs` another program after operands and options with values.
 */
type Reader =
  | { readonly kind: 'code' | 'remote' }
  | { readonly kind: 'option'; readonly option: RegExp; readonly isShell: boolean }
  | { readonly kind: 'runs'; readonly operands: number; readonly valued: string };

const runs = (operands: number, valued = ''): Reader => ({ kind: 'runs', operands, valued });
const after = (option: RegExp): Reader => ({ kind: 'option', option, isShell: false });
const SHELL: Reader = { kind: 'option', option: /^-[a-z]*c|^--(?:init-)?command/i, isShell: true };

/** Unknown programs are covered by one rule: a value is always a whole argument. */
const READERS: readonly (readonly [names: string, reader: Reader])[] = [
  ['sh bash dash zsh ksh mksh ash fish csh tcsh rbash', SHELL],
  ['python pypy guile su runuser', after(/^-[a-z]*c|^--(?:session-)?command/i)],
  [
    'perl raku ruby jruby node nodejs bun deno lua luajit rscript julia elixir iex groovy scala ghc racket clojure clj gnuplot osascript crystal',
    after(/^-\w*[ep]|^--?(?:eval|print|rpc-eval)/i),
  ],
  ['php', after(/^-[rbef]|^--(?:run|process)/i)],
  [
    'awk gawk mawk nawk sed gsed jq eval trap source . watch tmux screen xargs parallel systemd-run make gmake',
    { kind: 'code' },
  ],
  ['less more vi vim nvim gvim view ex ed emacs emacsclient gdb lldb expect sqlite duckdb mongosh', { kind: 'code' }],
  ['powershell pwsh cmd', { kind: 'code' }],
  ['ssh slogin autossh mosh dbclient plink rsh pssh pdsh clush ansible scp sftp rsync', { kind: 'remote' }],
  ['nohup setsid time command busybox caffeinate unshare unbuffer', runs(0)],
  ['npx bunx uvx', runs(0, 'p')],
  ['env', runs(0, 'uC')],
  ['exec', runs(0, 'a')],
  ['nice', runs(0, 'n')],
  ['ionice', runs(0, 'cnpt')],
  ['stdbuf', runs(0, 'ioe')],
  ['strace ltrace', runs(0, 'eopsuE')],
  ['sudo doas', runs(0, 'ughpCDRTUrt')],
  ['timeout', runs(1, 'ks')],
  ['chroot taskset chrt', runs(1)],
  ['flock', runs(1, 'wE')],
];

const byName = new Map(READERS.flatMap(([names, reader]) => names.split(' ').map((name) => [name, reader] as const)));

/** Ignores folder and version: `/usr/bin/python3.12`. */
function readerOf(program: string): Reader | undefined {
  const name = program.replace(/^.*[/\\]/, '').toLowerCase();
  return byName.get(name) ?? byName.get(name.replace(/\.exe$/, '').replace(/[-.\d]+$/, ''));
}

/** Index of the program behind `env`, `sudo` and the like; the length of the list without one. */
function programAt(parts: readonly string[]): number {
  let at = 0;
  for (;;) {
    const reader = readerOf(parts[at] ?? '');
    if (reader?.kind !== 'runs') return at;
    let operands = reader.operands;
    at += 1;
    for (let part = parts[at]; part !== undefined; part = parts[at]) {
      const isOption = /^-./.test(part) && part !== '--';
      const isVariable = /^\w+=/.test(part);
      if (!isOption && !isVariable && part !== '--') {
        if (operands === 0) break;
        operands -= 1;
      }
      // A one-letter option with its value in the next argument.
      at += isOption && part.length === 2 && reader.valued.includes(part.charAt(1)) ? 2 : 1;
    }
  }
}
