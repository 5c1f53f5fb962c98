import { type Command, Option } from 'commander';
import type { Feature } from '../command/feature.ts';
import type { GivenFields } from '../command/form-fields.ts';
import { GROUP } from '../command/help.ts';
import { duration } from '../command/market-options.ts';
import type { ChangeOptions } from '../command/planned-writes.ts';
import type { Run } from '../command/run.ts';
import type { VerbOption } from '../command/verb-option.ts';
import { fieldsOf, fillsForSeveral, listsWithVerbs, optionOf, type Verb, verbsOf } from '../command/verbs.ts';
import type { CliFlags } from '../config/settings.ts';
import type { ServiceList } from '../contract/lists.ts';
import { shortDuration } from '../lib/duration.ts';
import { serviceResources } from '../resources/index.ts';
import { flushOutput } from '../system/streams.ts';
import { change } from './commands/write.ts';

/** Default of `--wait`, in milliseconds. */
const WAIT_MS = 10 * 60_000;

/** Adds the verbs of every list as commands: `bid pause`, `volume create`. `records` are the features, whose verbs and options follow. */
export async function addVerbs(program: Command, run: Run, records: readonly Feature[]): Promise<void> {
  const others = await Promise.all(records.map(({ verbs }) => verbs?.()));
  const options = records.flatMap(({ verbOptions = [] }) => verbOptions);
  const { panes } = await run.panes();
  for (const list of listsWithVerbs(panes)) {
    const { one, verbs } = serviceResources[list].words;
    if (verbs === undefined) throw new Error(`The words of ${list} need "verbs", which describes "spotdeck ${one}".`);
    const group = program.command(one).helpCommand(false).helpGroup(GROUP.change).description(verbs);
    for (const verb of verbsOf(panes, list)) addVerb(group, verb, run, options);
    for (const add of others) add?.(list, group, run);
  }
}

function addVerb<Name extends ServiceList>(
  group: Command,
  verb: Verb<Name>,
  { features, settingsFrom, withSettings }: Run,
  options: readonly VerbOption[],
): void {
  const { action, word, label, like, list } = verb;
  const { kind } = action.effect;
  const fields = fieldsOf(action);
  const command = withSettings(group.command(word).description(`${label}.`));
  const { one } = serviceResources[list].words;
  const filters = fillsForSeveral(action);
  const others = options.filter((option) => option.list === list && option.groupEffect === action.groupEffect);
  const several = filters || others.some(({ isAlone }) => isAlone) ? `[${one}s...]` : `<${one}s...>`;
  if (kind !== 'new') command.argument(kind === 'form' && !filters ? `<${one}>` : several, 'A name or identifier.');
  if (filters) command.option('--filter <filter>', `Change all ${one}s that match, as "/" in the console.`);
  for (const { flags, help } of others) command.option(flags, help);
  for (const field of fields) {
    const { long, aliases } = optionOf(field);
    const value = field.kind === 'several' ? '<names...>' : '<value>';
    command.option(`${aliases === null ? '' : `--${aliases}, `}--${long} ${value}`, helpOf(field.help));
  }
  if (fields.length > 0)
    command.option('--from-file <file>', 'Read the fields from a TOML file; options take precedence.');
  if (like !== null) command.option('--like <name>', 'Start from the fields of this one.');
  if (list === 'bids' && kind === 'new') {
    command.option('--wait', 'Wait until it is allocated.');
    command.addOption(
      new Option('--wait-timeout <time>', 'Maximum wait: 30s, 10m, 2h.')
        .argParser(duration)
        .default(WAIT_MS, shortDuration(WAIT_MS)),
    );
  }
  if (action.effect.kind === 'new' && action.effect.mayBringSecret === true) {
    command.option('--save <file>', 'New file for the one-time secret, readable only by you.');
    command.option('--show-secret', 'Print the one-time secret; with --save, only when the file cannot be written.');
  }
  command.option('--yes', 'Do not ask for confirmation.');
  command.option('--dry-run', 'Print the request instead of sending it.');
  command.action(async (...args: readonly unknown[]) => {
    const own: Readonly<Record<string, unknown>> = command.opts();
    const given: CliFlags & Readonly<Record<string, unknown>> = command.optsWithGlobals();
    const settings = await settingsFrom(given);
    const loaded = await features();
    const changing = {
      names: kind === 'new' ? [] : wordsIn(args[0]),
      like: textIn(own['like']),
      instead: insteadIn(others, own),
      filter: textIn(own['filter']),
      fields: givenFields(verb, own),
      fromFile: textIn(own['fromFile']),
      yes: own['yes'] === true,
      dryRun: own['dryRun'] === true,
      save: textIn(own['save']),
      showSecret: own['showSecret'] === true,
      waitMs: own['wait'] === true && typeof own['waitTimeout'] === 'number' ? own['waitTimeout'] : null,
    };
    // A reader that closes the pipe does not stop the remaining writes.
    process.exitCode = await flushOutput(() => change(loaded, settings, verb, changing));
  });
}

/** Removes the keys of the screen from a field's help. */
const helpOf = (help: string): string =>
  help.replace(', or Ctrl-E for your editor', '').replace('Typed, @path for a file', 'The script, or @path for a file');

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The option of a feature that was given, with its value. */
function insteadIn(options: readonly VerbOption[], own: Readonly<Record<string, unknown>>): ChangeOptions['instead'] {
  const given = options.flatMap((option) => {
    const value = textIn(own[option.name]);
    return value === null ? [] : [{ option, value }];
  });
  return given[0] ?? null;
}

const wordsIn = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value : [value]).filter((word) => typeof word === 'string');

function givenFields<Name extends ServiceList>(
  { action }: Verb<Name>,
  own: Readonly<Record<string, unknown>>,
): GivenFields {
  return Object.fromEntries(
    fieldsOf(action).flatMap((field): [string, readonly string[]][] => {
      const name = optionOf(field).long.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      const value = own[name];
      return value === undefined ? [] : [[field.id, wordsIn(value)]];
    }),
  );
}
