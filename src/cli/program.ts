// cli: the program: its commands, help and completion.

import { Argument, Command, Option } from 'commander';
import type { ConsoleOptions } from '../app/options.ts';
import { GROUP, withHelpLayout, withHelpNote } from '../command/help.ts';
import { flag, number, output, since, text, typedOptions, whole, withAction } from '../command/options.ts';
import { features } from '../features/index.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { outputTerminal, writeBlock, writeErrorBlock } from '../system/streams.ts';
import { system } from '../system/system.ts';
import { isHelp } from './early-answers.ts';
import { MARKET, marketSettings } from './market-options.ts';
import { createRun } from './program-run.ts';
import { addSetupCommands } from './setup-commands.ts';
import { commandWord, listNamed } from './usage-errors.ts';
import type { CommandWords } from './words-of-resources.ts';

const consoleOptions = features.records.flatMap(({ consoleOptions = [] }) => consoleOptions);
const CONSOLE = Object.fromEntries(consoleOptions.map(({ name, flags, help }) => [name, text(flags, help)]));

const PROGRAM = {
  config: text('--config <file>', "Config file, instead of the one in the platform's config folder. (SPOTDECK_CONFIG)"),
};

/** @throws {CommandFailure} for an option that needs a terminal, without one. */
async function givenToConsole(given: ConsoleOptions['given']): Promise<ConsoleOptions['given']> {
  const { hasTerminal } = await import('./bundle-console.ts');
  for (const { name, withoutTerminal } of consoleOptions)
    if ((given[name] ?? null) !== null && !hasTerminal()) throw new CommandFailure(EXIT.usage, withoutTerminal);
  return given;
}

/** The words about resources needed for a command line. */
export function neededFor(program: Command, words: readonly string[]): 'nothing' | 'lists' | 'everything' {
  const word = commandWord(program, words);
  if (word === null) return words.some(isHelp) ? 'everything' : 'nothing';
  if (word === 'get') return 'lists';
  if (word === 'complete' || word === 'help') return 'everything';
  return program.commands.some((command) => command.name() === word) ? 'nothing' : 'everything';
}

/** The program, at first without commands. */
export function createCommandLine() {
  const environment: Record<string, string | undefined> = { ...system().environment };
  const run = createRun(environment);
  const { resolvedFrom, settingsFrom, withSettings } = run;
  const listArgument = new Argument('<list>', 'List to print.').argParser((word: string) => listNamed(word, []));

  const program = withHelpLayout(new Command('spotdeck'), run.own)
    .description('A terminal console for GPU fleets on a compute spot market.')
    .version(SPOTDECK_VERSION, '-V, --version', 'Print the version.')
    .helpOption('-h, --help', 'Show this help.')
    .helpCommand(false)
    .exitOverride()
    // `run.ts` reports wrong usage.
    .configureOutput({
      writeOut: writeBlock,
      writeErr: writeErrorBlock,
      outputError: () => undefined,
      getOutHelpWidth: () => outputTerminal.size().columns,
    });

  program.addOption(PROGRAM.config.option);
  program.hook('preAction', (_, command) => {
    const { config } = typedOptions(PROGRAM, command.optsWithGlobals());
    const given: ConsoleOptions['given'] = typedOptions(CONSOLE, command.optsWithGlobals());
    const showsConsole = command === program || command.name() === 'demo';
    for (const { name, elsewhere } of showsConsole ? [] : consoleOptions)
      if ((given[name] ?? null) !== null) throw new CommandFailure(EXIT.usage, elsewhere);
    if (config === null) return;
    environment['SPOTDECK_CONFIG'] = config;
    system().environment['SPOTDECK_CONFIG'] = config;
  });

  withAction(withSettings(program), CONSOLE, async (given, flags) => {
    const { firstRun, hasTerminal, isFirstRun, live } = await import('./bundle-console.ts');
    const resolved = await resolvedFrom(flags, 'console');
    const show = isFirstRun(resolved) && hasTerminal() ? firstRun : live;
    return show(await run.featuresOnScreen(), resolved, await givenToConsole(given));
  });

  const getCommand = withAction(
    withSettings(
      new Command('get')
        .copyInheritedSettings(program)
        .helpGroup(GROUP.read)
        .description('Print a list as a table, JSON, NDJSON or CSV.'),
    )
      .addArgument(listArgument)
      .argument('[names...]', 'Only rows with these names or identifiers.'),
    {
      ...output(),
      filter: text('--filter <words>', 'Only matching rows, as in the console: status:open.'),
      sort: text('--sort <column>', 'Sort by a column of the console; a leading dash reverses the order.'),
      columns: text('--columns <list>', 'Columns, separated by commas; in JSON the members that they show.'),
      view: text('--view <name>', 'Saved view: its filter, and its sort and columns unless given.'),
      raw: flag('--raw', 'Leave CSV cells as they are, even those that a spreadsheet would run.'),
      partial: flag('--partial', 'Exit with 0 even when some rows could not be read.'),
    },
    async (typed, flags, list: string, names: readonly string[], own: Readonly<Record<string, unknown>>) => {
      const { getFromArguments } = await import('./bundle-get.ts');
      return getFromArguments(await run.featuresListed(), await settingsFrom(flags), { list, names }, typed, own);
    },
  );

  const addConsoleCommands = (): void => {
    withAction(
      withSettings(
        program.command('demo').helpGroup(GROUP.console).description('Open the console on the embedded market.'),
      ),
      { ...CONSOLE, ...MARKET, past: flag('--past', 'Simulate a past with --db.') },
      async (typed, flags) => {
        const { demo } = await import('./bundle-console.ts');
        const resolved = await run.demoSettingsFrom(flags);
        return demo(
          await run.featuresOnScreen(),
          resolved,
          await marketSettings(typed),
          await givenToConsole(typedOptions(CONSOLE, typed)),
          typed.past,
        );
      },
    );

    withAction(
      program.command('market').helpGroup(GROUP.market).description('Serve the embedded market to other programs.'),
      {
        ...MARKET,
        port: number('--port <port>', 'Port on 127.0.0.1; a free one by default.', whole(0, 65_535)),
        token: text(
          '--token <token>',
          'Token that opens it; random by default. Other users can read arguments, so prefer the environment variable.',
          'SPOTDECK_MARKET_TOKEN',
        ),
        project: text('--project <project>', 'Project of the new world.'),
      },
      async (typed) => {
        const { market } = await import('./bundle-commands.ts');
        return market(await marketSettings(typed));
      },
    );

    withAction(
      withSettings(
        program.command('watch').helpGroup(GROUP.read).description('Print changes as they happen, as NDJSON.'),
      ),
      {
        since: since('only what comes'),
        once: flag('--once', 'Read every list once, print the changes since the last read, and exit.'),
        filter: text(
          '--filter <words>',
          'Print only matching events, as in the Activity pane: outcome:lost, "what:limit price".',
        ),
        group: flag('--group', 'Print events that belong together as one object, as Activity has them in one line.'),
        ...output('ndjson'),
      },
      async ({ filter, ...typed }, flags) => {
        const { watch } = await import('./bundle-commands.ts');
        const resolved = await resolvedFrom(flags, 'poller');
        return watch(await run.featuresRunning(), resolved, { ...typed, filter: filter ?? '' });
      },
    );
  };

  /** Adds all commands, or `get` alone, in the order of help. Those changing rows come with `addWords`. */
  const addCommands = (which: 'all' | 'get' = 'all'): void => {
    if (which === 'all') {
      addConsoleCommands();
      for (const { commands } of features.records) commands?.(program, run);
    }
    program.addCommand(getCommand);
    if (which === 'all') addSetupCommands(program, run, features.records);
  };

  /** Adds lists and options to `get`, and the commands changing rows. */
  const addWords = async (
    { lists, listOptions, columnHelp, groups }: CommandWords,
    needed: 'lists' | 'everything' = 'everything',
  ): Promise<void> => {
    const names = lists.map(({ several }) => several);
    listArgument.choices(names).argParser((word: string) => listNamed(word, lists));
    for (const { flags, help, most } of listOptions) {
      const option = new Option(flags, help);
      getCommand.addOption(most === null ? option : option.argParser(whole(1, most)));
    }
    withHelpNote(getCommand, columnHelp);
    if (needed === 'lists') return;
    const { addVerbs } = await import('./bundle-verbs.ts');
    await addVerbs(program, run, groups, features.records);
  };

  return { program, run, addCommands, addWords };
}
