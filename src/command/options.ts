import { type Command, InvalidArgumentError, Option } from 'commander';
import type { CliFlags } from '../config/settings.ts';
import { system } from '../system/system.ts';

type CommandOption<Value> = {
  readonly option: Option;
  /** Reads commander's value; undefined without the option. */
  readonly read: (typed: unknown) => Value;
};

/** Options of a command, by commander's names for them. */
type CommandOptions = Readonly<Record<string, CommandOption<unknown>>>;

export type TypedOptions<Options extends CommandOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends CommandOption<infer Value> ? Value : never;
};

/** `--json` */
export const flag = (words: string, help: string): CommandOption<boolean> => ({
  option: new Option(words, help),
  read: (typed) => typed === true,
});

/** An option of earlier versions, hidden from help. */
export const earlierFlag = (words: string): CommandOption<boolean> => ({
  option: new Option(words).hideHelp(),
  read: (typed) => typed === true,
});

const textOf = (typed: unknown): string | null => (typeof typed === 'string' ? typed : null);

/** `--recording <file>`, also from an environment variable. */
export function text(words: string, help: string, variable?: string): CommandOption<string | null> {
  const option = new Option(words, help);
  return { option: variable === undefined ? option : option.env(variable), read: textOf };
}

/** A text with a default. */
export const textOr = (words: string, help: string, usual: string): CommandOption<string> => ({
  option: new Option(words, help).default(usual),
  read: (typed) => textOf(typed) ?? usual,
});

/** `--test [target]`: true without a value, null without the option. */
export const flagOrText = (words: string, help: string): CommandOption<string | true | null> => ({
  option: new Option(words, help),
  read: (typed) => (typed === true ? true : textOf(typed)),
});

/** `--since <time>`. `parse` throws commander's error. */
export function number(words: string, help: string, parse: (text: string) => number): CommandOption<number | null> {
  const option = new Option(words, help).argParser(parse);
  return { option, read: (typed) => (typeof typed === 'number' ? typed : null) };
}

/** A number with a default, and its words in help. */
export function numberOr(
  words: string,
  help: string,
  parse: (text: string) => number,
  usual: { readonly value: number; readonly words?: string },
): CommandOption<number> {
  const { option, read } = number(words, help, parse);
  return { option: option.default(usual.value, usual.words), read: (typed) => read(typed) ?? usual.value };
}

const textsOf = (typed: unknown): readonly string[] => (Array.isArray(typed) ? typed.map(String) : []);

/** `--release <rule>`, repeatable. */
export const texts = (words: string, help: string): CommandOption<readonly string[]> => ({
  option: new Option(words, help).argParser((one, before: readonly string[] = []) => [...before, one]),
  read: textsOf,
});

/** `--by <what>`: one of some words. */
export const choice = <const Choice extends string>(
  words: string,
  help: string,
  choices: readonly Choice[],
  usual: NoInfer<Choice>,
): CommandOption<Choice> => ({
  option: new Option(words, help).choices(choices).default(usual),
  read: (typed) => choices.find((known) => known === typed) ?? usual,
});

/** `--per <row...>`: several of some words. */
export const choices = <const Choice extends string>(
  words: string,
  help: string,
  known: readonly Choice[],
): CommandOption<readonly Choice[]> => ({
  option: new Option(words, help).choices(known),
  read: (typed) => known.filter((one) => textsOf(typed).includes(one)),
});

const OUTPUTS = ['table', 'json', 'ndjson', 'csv'] as const;
export type Output = (typeof OUTPUTS)[number];

/** Advice for formats of other programs. */
const OTHER_OUTPUTS: ReadonlyMap<string, string> = new Map([
  ['name', 'For names alone: --columns name --no-headers'],
  ['wide', 'For further columns: --columns LIST, see --help'],
  ['custom-columns', 'For columns: --columns LIST, see --help'],
  ['yaml', 'What reads YAML reads -o json too.'],
  ['jsonpath', 'For members: -o json | jq'],
]);

/** `-o` and `--no-headers`. */
export const output = (
  usual: Output = 'table',
): { readonly output: CommandOption<Output>; readonly headers: CommandOption<boolean> } => {
  const how = choice('-o, --output <how>', 'Output format.', OUTPUTS, usual);
  how.option.argParser((typed: string) => {
    if (OUTPUTS.some((known) => known === typed)) return typed;
    // The table's name in earlier versions.
    if (typed === 'text') return 'table';
    const [format = ''] = typed.split('=');
    throw new InvalidArgumentError(OTHER_OUTPUTS.get(format) ?? `Allowed choices are ${OUTPUTS.join(', ')}.`);
  });
  return {
    output: how,
    headers: {
      option: new Option('--no-headers', 'Leave out the line of headers of a table or CSV.'),
      read: (typed) => typed !== false,
    },
  };
};

/** Adds options and an action. `run` returns the exit code. */
export function withAction<Options extends CommandOptions, Words extends readonly unknown[]>(
  command: Command,
  options: Options,
  run: (typed: TypedOptions<Options>, flags: CliFlags, ...words: Words) => Promise<number> | number,
): Command {
  for (const { option } of Object.values(options)) command.addOption(option);
  return command.action(async function (this: Command, ...words: Words) {
    system().setExitCode(await run(typedOptions(options, this.optsWithGlobals()), this.optsWithGlobals(), ...words));
  });
}

export function typedOptions<Options extends CommandOptions>(
  options: Options,
  typed: Readonly<Record<string, unknown>>,
): TypedOptions<Options>;
export function typedOptions(options: CommandOptions, typed: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(
    Object.entries(options).map(([name, { option, read }]) => [name, read(typed[option.attributeName()])]),
  );
}

export const whole = (min: number, max: number) => (text: string) => {
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < min || value > max)
    throw new InvalidArgumentError(`Give a whole number from ${min} to ${max}.`);
  return value;
};

/** Reads `90s`, `15m`, `2h` or `7d` as milliseconds. */
export const duration = (text: string): number => {
  const match = /^(\d{1,6})([smhd])$/.exec(text);
  const unit = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[match?.[2] ?? ''];
  if (match === null || unit === undefined) throw new InvalidArgumentError('Give a time such as 90s, 15m, 2h or 7d.');
  return Number(match[1]) * unit;
};

/** Reads `8h`, `7d`, 2026-11-20 or 2026-11-20T08:00 as milliseconds since 1970. */
const pastTime = (text: string): number => {
  if (/^\d{1,6}[smhd]$/.test(text)) return system().clock.now() - duration(text);
  const isDate = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{3})?)?(Z|[+-]\d{2}:\d{2})?)?$/.test(text);
  // A day alone would begin at midnight in Greenwich.
  const time = isDate ? Date.parse(text.length === 10 ? `${text}T00:00` : text) : Number.NaN;
  // 31 February would become a day of March.
  const day = Date.parse(text.slice(0, 10));
  if (Number.isNaN(time) || !new Date(day).toISOString().startsWith(text.slice(0, 10)))
    throw new InvalidArgumentError('Give a time such as 8h or 7d, or a date such as 2026-11-20.');
  if (time > system().clock.now()) throw new InvalidArgumentError('Give a time in the past.');
  return time;
};

/** `usual` describes the default. */
export const since = (usual: string) => moment('--since <time>', 'Begin', usual);

export const until = (usual: string) => moment('--until <time>', 'End', usual);

const moment = (words: string, what: string, usual: string) =>
  number(words, `${what}: 90s, 8h or 7d ago, or a date such as 2026-11-20. Without it ${usual}.`, pastTime);

/** A word as a shell reads it back. */
export const shellWord = (word: string): string =>
  /^[\w.:/@%+=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
