import { Argument, Command, Option } from 'commander';
import type { ResolvedSettings } from '../config/profile.ts';
import type { Setting } from '../config/setting.ts';
import { type CliFlags, type Settings, settings } from '../config/settings.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import type { RecordingFile } from '../system/recording-file.ts';
import { writeBlock, writeErrorBlock, writeLines } from '../system/streams.ts';
import { GROUP, settingOption, settingsHelp, withHelpLayout } from './help.ts';
import { duration, marketSettings, replaySpeed, whole, withMarketOptions } from './market-options.ts';
import { checkCommand, commandOf, commandWord, nearest } from './usage-errors.ts';

/** Commands with a screen; `watch` refreshes as one. */
const SHOWING = ['spotdeck', 'demo', 'replay', 'watch'];

/** Adds the options of all settings, or of the named ones, to a command. */
function withSettings(command: Command, names: readonly string[] = Object.keys(settings)): Command {
  for (const [name, one] of Object.entries(settings)) {
    const setting: Setting<unknown> = one;
    const option = settingOption(setting);
    if (option === null || !names.includes(name)) continue;
    if ('screen' in one && !SHOWING.includes(command.name())) option.hideHelp();
    command.addOption(option);
  }
  return command;
}

async function settingsFrom(given: CliFlags): Promise<Settings> {
  const { settings } = await resolvedFrom(given);
  return settings;
}

/** The variables as they were found: tokens are taken out of the environment, so that no editor, ssh or other program inherits them. */
const found = { ...process.env };
delete process.env['SPOTDECK_TOKEN'];

async function resolvedFrom(given: CliFlags): Promise<ResolvedSettings> {
  const { resolveSettings, tokenVariables } = await import('../config/profile.ts');
  const resolved = await resolveSettings(given, found);
  for (const name of tokenVariables(resolved.config)) delete process.env[name];
  return resolved;
}

/** Which profile the words before a completion name. */
function givenIn(words: readonly string[]): CliFlags {
  const profile = words[words.indexOf('--profile') + 1];
  return words.includes('--profile') && profile !== undefined && profile !== words.at(-1) ? { profile } : {};
}

/** The lists of `get`; `withResources` adds them. */
const listArgument = new Argument('<list>', 'List to print.').argParser(listNamed);

/** A list by its name or by the name of one of its rows: `get bids`, `get bid`. @throws {CommandFailure} that names the nearest list. */
function listNamed(word: string): string {
  const { argChoices: lists = [] } = listArgument;
  const list = lists.find((name) => name === word || name === `${word}s`);
  if (list !== undefined) return list;
  const meant = nearest(word, lists);
  throw new CommandFailure(
    EXIT.usage,
    `There is no list "${word}".${meant === null ? '' : ` Did you mean "${meant}"?`}`,
    `There are: ${lists.join(', ')}.`,
  );
}

/** Every command but those that `withResources` adds. */
export const program = withHelpLayout(new Command('spotdeck'))
  .description('A terminal console for GPU fleets on a compute spot market.')
  .version(SPOTDECK_VERSION, '--version', 'Print the version.')
  .helpOption('--help', 'Show this help.')
  .helpCommand(false)
  .exitOverride()
  // Wrong usage is said in one sentence where the program ends.
  .configureOutput({ writeOut: writeBlock, writeErr: writeErrorBlock, outputError: () => undefined });

program.option('--config <file>', 'Config file, instead of the one in the platform’s config folder. (SPOTDECK_CONFIG)');
program.hook('preAction', (_, command) => {
  const { config, record } = command.optsWithGlobals<{ config?: string; record?: string }>();
  if (record !== undefined && command !== program && command.name() !== 'demo')
    throw new CommandFailure(EXIT.usage, 'Only the console records: "spotdeck --record FILE" or with demo.');
  if (config === undefined) return;
  found['SPOTDECK_CONFIG'] = config;
  process.env['SPOTDECK_CONFIG'] = config;
});

const RECORD = [
  '--record <file>',
  'Record the session to a new file, for "spotdeck replay". It contains no secrets.',
] as const;

/** The file that was named to record to, made before anything else happens. */
async function recordingFrom(given: object): Promise<RecordingFile | null> {
  if (!('record' in given) || typeof given.record !== 'string') return null;
  const { hasTerminal, openRecording } = await import('./bundle-console.ts');
  if (!hasTerminal()) throw new CommandFailure(EXIT.usage, 'The console records, and it needs a terminal.');
  return openRecording(given.record);
}

withSettings(program)
  .option(...RECORD)
  .action(async (given: CliFlags) => {
    const { demo, firstRun, hasTerminal, isFirstRun, live } = await import('./bundle-console.ts');
    const resolved = await resolvedFrom(given);
    if (!isFirstRun(resolved) || !hasTerminal()) {
      process.exitCode = await live(resolved, found, await recordingFrom(given));
      return;
    }
    const first = await firstRun(given, found);
    if (first.kind === 'connected') process.exitCode = await live(first.chosen, found, await recordingFrom(given));
    else if (first.kind === 'demo') {
      process.exitCode = await demo(resolved.settings, {}, found, await recordingFrom(given));
    }
  });

withMarketOptions(
  withSettings(
    program.command('demo').helpGroup(GROUP.console).description('Open the console on the embedded market.'),
  ),
)
  .option(...RECORD)
  .action(async (_given: unknown, command: Command) => {
    const given: CliFlags & Record<string, unknown> = command.optsWithGlobals();
    const { demo } = await import('./bundle-console.ts');
    const { demoSettings, tokenVariables } = await import('../config/profile.ts');
    const { settings: own, config } = await demoSettings(given, found);
    for (const name of tokenVariables(config)) delete process.env[name];
    process.exitCode = await demo(own, await marketSettings(given), found, await recordingFrom(given));
  });

withSettings(program.command('replay').helpGroup(GROUP.console).description('Play a recording in the console.'), [
  'theme',
  'ascii',
  'mouse',
])
  .argument('<file>', 'A file made by --record.')
  .option('--speed <factor>', 'Playback speed; keys change it.', replaySpeed, 1)
  .action(async (file: string, _given: unknown, command: Command) => {
    const given: CliFlags & Record<string, unknown> = command.optsWithGlobals();
    const { replay } = await import('../app/replay.ts');
    const { demoSettings } = await import('../config/profile.ts');
    const { settings: own } = await demoSettings(given, found);
    process.exitCode = await replay(file, Number(given['speed']), own, found);
  });

withMarketOptions(
  program.command('market').helpGroup(GROUP.market).description('Serve the embedded market to other programs.'),
)
  .option('--port <port>', 'Port on 127.0.0.1; a free one by default.', whole(0, 65_535))
  .addOption(
    new Option(
      '--token <token>',
      'Token that opens it; random by default. Other users can read arguments, so prefer the environment variable.',
    ).env('SPOTDECK_MARKET_TOKEN'),
  )
  .option('--project <project>', 'Project of the new world.')
  .action(async (_given: unknown, command: Command) => {
    const { market } = await import('./bundle-commands.ts');
    const given: Record<string, unknown> = command.optsWithGlobals();
    process.exitCode = await market(await marketSettings(given));
  });

withSettings(program.command('ssh').helpGroup(GROUP.ssh).description('Log in to an instance, or run a command on it.'))
  .argument('<instance>', 'A name or identifier; with --all, that of a bid.')
  .argument('[command...]', 'Command to run there, after two dashes.')
  .option('--all', 'Run the command on every instance of the bid.')
  .action(async (name: string, words: readonly string[], _given: unknown, command: Command) => {
    const given: CliFlags & Record<string, unknown> = command.optsWithGlobals();
    const { logIn, logInToAll } = await import('./bundle-commands.ts');
    const run = given['all'] === true ? logInToAll : logIn;
    process.exitCode = await run(await settingsFrom(given), name, words);
  });

withSettings(
  program.command('ssh-config').helpGroup(GROUP.ssh).description('Print SSH Host entries for all instances.'),
)
  .option('--write', 'Write them to ~/.ssh/spotdeck.conf, to be included from ~/.ssh/config.')
  .action(async (_given: unknown, command: Command) => {
    const given: CliFlags & Record<string, unknown> = command.optsWithGlobals();
    const { printSshConfig } = await import('./bundle-commands.ts');
    process.exitCode = await printSshConfig(await settingsFrom(given), given['write'] === true);
  });

withSettings(program.command('watch').helpGroup(GROUP.read).description('Print changes as they happen, as NDJSON.'))
  .option('--since <time>', 'Start with journal events of this period: 90s, 15m, 2h, 7d.', duration)
  .option('--once', 'Read every list once, print the changes since the last read, and exit.')
  .option('--filter <words>', 'Print only matching events, as in the Activity pane: outcome:lost, "what:limit price".')
  .action(async (_given: unknown, command: Command) => {
    const given: CliFlags & Record<string, unknown> = command.optsWithGlobals();
    const { watch } = await import('./bundle-commands.ts');
    const { since, once, filter } = given;
    process.exitCode = await watch(await settingsFrom(given), {
      sinceMs: typeof since === 'number' ? since : 0,
      once: once === true,
      filter: typeof filter === 'string' ? filter : '',
    });
  });

const getCommand = withSettings(
  program.command('get').helpGroup(GROUP.read).description('Print a list as a table, JSON, NDJSON or CSV.'),
)
  .addArgument(listArgument)
  .argument('[names...]', 'Only rows with these names or identifiers.')
  .addOption(
    new Option('-o, --output <how>', 'Output format.').choices(['table', 'json', 'ndjson', 'csv']).default('table'),
  )
  .option('--filter <words>', 'Only matching rows, as in the console: status:open.')
  .option('--sort <column>', 'Sort column; a leading dash reverses the order.')
  .option('--columns <list>', 'Columns, separated by commas.')
  .option('--view <name>', 'Saved view: its filter, and its sort and columns unless given.')
  .option('--raw', 'Leave CSV cells as they are, even those that a spreadsheet would run.')
  .option('--partial', 'Exit with 0 even when some rows could not be read.')
  .action(async (list: string, names: readonly string[], _given: unknown, command: Command) => {
    const given: CliFlags & Record<string, unknown> = command.optsWithGlobals();
    const { getFromArguments } = await import('./bundle-commands.ts');
    process.exitCode = await getFromArguments(await settingsFrom(given), list, names, given);
  });

program
  .command('config')
  .helpGroup(GROUP.setup)
  .description('Show path, check, example or schema of the config file.')
  .addArgument(new Argument('<part>', 'Part to show.').choices(['path', 'check', 'example', 'schema']))
  .action(async (part: string) => {
    const { CONFIG_PARTS, showConfig } = await import('./bundle-commands.ts');
    process.exitCode = await showConfig(CONFIG_PARTS.find((one) => one === part) ?? 'path', process.env);
  });

program
  .command('profiles')
  .helpGroup(GROUP.setup)
  .description('List the profiles of the config file.')
  .action(async () => {
    const { printProfiles } = await import('./bundle-commands.ts');
    process.exitCode = printProfiles(process.env);
  });

withSettings(
  program.command('login').helpGroup(GROUP.setup).description('Sign in to a service and save it as a profile.'),
)
  .option('--keyring', 'Save the token in the system keyring instead of a file.')
  .action(async (_given: unknown, command: Command) => {
    const given: CliFlags & Record<string, unknown> = command.optsWithGlobals();
    const { signIn } = await import('./bundle-commands.ts');
    process.exitCode = await signIn(given, found, given['keyring'] === true);
  });

withSettings(program.command('logout').helpGroup(GROUP.setup).description('Delete the token saved by login.')).action(
  async (_given: unknown, command: Command) => {
    const { logout } = await import('./bundle-commands.ts');
    process.exitCode = await logout(command.optsWithGlobals(), found);
  },
);

withSettings(program.command('doctor').helpGroup(GROUP.setup).description('Check the setup and say what to fix.'))
  .option('--json', 'Print what was found as JSON.')
  .action(async (_given: unknown, command: Command) => {
    const given: CliFlags & Record<string, unknown> = command.optsWithGlobals();
    const { doctor } = await import('./bundle-commands.ts');
    process.exitCode = await doctor(await resolvedFrom(given), found, given['json'] === true);
  });

program
  .command('completion')
  .helpGroup(GROUP.setup)
  .description('Print the completion script of a shell.')
  .addArgument(new Argument('<shell>', 'Shell to complete in.').choices(['bash', 'zsh', 'fish']))
  .action(async (shell: string) => {
    const { COMPLETION, SHELLS } = await import('./bundle-commands.ts');
    writeBlock(COMPLETION[SHELLS.find((one) => one === shell) ?? 'bash']);
  });

program
  .command('complete', { hidden: true })
  .argument('[words...]')
  .action(async (words: readonly string[]) => {
    const { completions, namesOf } = await import('./bundle-commands.ts');
    const resolved = await resolvedFrom(givenIn(words));
    const fitting = await completions(program, words, {
      // Nobody who presses Tab wants to read why there are no names.
      namesOf: (list) => namesOf(resolved.settings, list).catch(() => []),
      profiles: () => resolved.config?.profiles.map(({ name }) => name) ?? [],
    });
    writeLines(fitting);
  });

program
  .command('help')
  .helpGroup(GROUP.setup)
  .description('Explain a command; "help settings" lists all settings.')
  .argument('[words...]', 'A command, or settings.')
  .action(async (words: readonly string[]) => {
    if (words[0] === 'settings') return writeBlock(settingsHelp());
    checkCommand(program, words);
    commandOf(program, words).outputHelp();
  });

/** Commands that list what is read off the resources, whatever follows them. */
const LISTING = ['get', 'complete', 'help'];

/** Whether words need what is read off the resources; loading them takes its time. */
function needsResources(words: readonly string[]): boolean {
  const word = commandWord(program, words);
  if (word === null) return words.includes('--help');
  return LISTING.includes(word) || !program.commands.some((command) => command.name() === word);
}

/** Adds what is read off the resources: the lists of `get`, names of columns in its help, and the commands that change rows. */
export async function withResources(words: readonly string[]): Promise<void> {
  if (!needsResources(words)) return;
  const { addVerbs, columnHelp, listWords } = await import('./bundle-commands.ts');
  listArgument.choices(listWords).argParser(listNamed);
  if (words.includes('get') && (words.includes('--help') || words.includes('help')))
    getCommand.addHelpText('after', columnHelp());
  addVerbs(program, { withSettings, settingsFrom });
}
