import { type Command, Option } from 'commander';
import type { Feature, VerbOption } from '../command/feature.ts';
import { GROUP } from '../command/help.ts';
import { duration, output, typedOptions } from '../command/options.ts';
import type { Run } from '../command/run.ts';
import type { CliFlags } from '../config/settings.ts';
import { shortDuration } from '../lib/duration.ts';
import { flushOutput } from '../system/streams.ts';
import { system } from '../system/system.ts';
import type { GroupWords, VerbWords } from './words-of-resources.ts';

/** Default of `--wait`. */
const WAIT_MS = 10 * 60_000;

/** Adds the verbs of every list: `bid pause`. Those of features follow. */
export async function addVerbs(
  program: Command,
  run: Run,
  groups: readonly GroupWords[],
  records: readonly Feature[],
): Promise<void> {
  const others = await Promise.all(records.map(({ verbs }) => verbs?.()));
  const options = records.flatMap(({ verbOptions = [] }) => verbOptions);
  for (const words of groups) {
    const { list, one, description, verbs } = words;
    const group = program.command(one).helpCommand(false).helpGroup(GROUP.change).description(description);
    for (const verb of verbs) addVerb(group, words, verb, run, options);
    for (const add of others) add?.(list, group, run);
  }
}

function addVerb(
  group: Command,
  { list, one }: GroupWords,
  { word, description, names, filters, fields, hasLike, waits, bringsSecret, groupEffect }: VerbWords,
  { features, settingsFrom, withSettings }: Run,
  options: readonly VerbOption[],
): void {
  const command = withSettings(group.command(word).description(description));
  const others = options.filter((option) => option.list === list && option.groupEffect === groupEffect);
  const several = filters || others.some(({ isAlone }) => isAlone) ? `[${one}s...]` : `<${one}s...>`;
  if (names !== 'none') command.argument(names === 'one' ? `<${one}>` : several, 'A name or identifier.');
  if (filters) command.option('--filter <filter>', `Change all ${one}s that match, as "/" in the console.`);
  for (const { flags, help } of [...others, ...fields]) command.option(flags, help);
  if (fields.length > 0)
    command.option('--from-file <file>', 'Read the fields from a TOML file; options take precedence.');
  if (hasLike) command.option('--like <name>', 'Start from the fields of this one.');
  if (waits) {
    command.option('--wait', 'Wait until it is allocated.');
    command.addOption(
      new Option('--wait-timeout <time>', 'Maximum wait: 30s, 10m, 2h.')
        .argParser(duration)
        .default(WAIT_MS, shortDuration(WAIT_MS)),
    );
  }
  if (bringsSecret) {
    command.option('--save <file>', 'New file for the one-time secret, readable only by you.');
    command.option('--show-secret', 'Print the one-time secret; with --save, only when the file cannot be written.');
  }
  command.option('--yes', 'Do not ask for confirmation.');
  command.option('--dry-run', 'Print the request instead of sending it.');
  const printed = output();
  for (const { option } of Object.values(printed)) command.addOption(option);
  command.action(async (...args: readonly unknown[]) => {
    const own: Readonly<Record<string, unknown>> = command.opts();
    const given: CliFlags & Readonly<Record<string, unknown>> = command.optsWithGlobals();
    const { changeFromArguments } = await import('./bundle-commands.ts');
    const settings = await settingsFrom(given);
    const loaded = await features();
    // A closed pipe does not stop the remaining writes.
    const verb = { list, word, options: others };
    const printing = typedOptions(printed, own);
    const change = () =>
      changeFromArguments(loaded, settings, verb, names === 'none' ? [] : args[0], { own, printing });
    system().setExitCode(await flushOutput(change));
  });
}
