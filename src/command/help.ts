import { type Command, Help, Option } from 'commander';
import { allSettings, type OwnSettings } from '../config/own-setting.ts';
import type { NamedSetting } from '../config/setting.ts';
import { type HelpPage, pageText } from './help-page.ts';

/** Groups in the order of `spotdeck --help`; those of features follow `change`. */
export const GROUP = {
  console: 'Console:',
  read: 'Read:',
  change: 'Change:',
  setup: 'Set up:',
  market: 'Embedded market:',
} as const;

/** Settings shown in every help; `spotdeck help settings` lists all. */
const SHOWN_SETTINGS: readonly string[] = ['profile', 'project', 'readOnly'];

const flagsOf = (settings: readonly NamedSetting[]): ReadonlySet<string> =>
  new Set(settings.flatMap(({ flag }) => flag ?? []));

/** The option of a setting; null without a flag. */
export function settingOption({ flag, help, environment }: NamedSetting): Option | null {
  if (flag === null) return null;
  return new Option(flag, environment === null ? help : `${help} (${environment})`);
}

export function withHelpLayout(program: Command, own: OwnSettings): Command {
  const settings = allSettings(own);
  const ofSettings = flagsOf(settings);
  const shown = flagsOf(settings.filter(({ name }) => SHOWN_SETTINGS.includes(name)));
  return program.configureHelp({
    subcommandTerm: (command) => command.name(),
    visibleOptions(command) {
      const visible = Help.prototype.visibleOptions.call(this, command);
      // A command's own options come first.
      return [
        ...visible.filter(({ flags }) => !ofSettings.has(flags)),
        ...visible.filter(({ flags }) => shown.has(flags)),
      ];
    },
    formatHelp: (command, helper) => pageText(helpPage(command, helper), helper.helpWidth ?? 80),
  });
}

const notes = new WeakMap<Command, string>();

/** Adds a note at the end of a command's help. */
export function withHelpNote(command: Command, note: string): void {
  notes.set(command, note);
}

export function helpPage(command: Command, helper: Help): HelpPage {
  const note = notes.get(command);
  return {
    termWidth: helper.padWidth(command, helper),
    lines: [
      ...(command.parent === null ? programLines(command, helper) : commandLines(command, helper)),
      ...(note === undefined ? [] : note.split('\n')),
      '',
    ],
  };
}

export function groupsOf(commands: readonly Command[]): readonly string[] {
  const all: readonly string[] = Object.values(GROUP);
  const own = commands.map((command) => command.helpGroup()).filter((group) => group !== '' && !all.includes(group));
  return all.flatMap((group) => (group === GROUP.change ? [group, ...new Set(own)] : [group]));
}

const section = (heading: string, items: HelpPage['lines']): HelpPage['lines'] =>
  items.length === 0 ? [] : [heading, ...items, ''];

const optionsSection = (command: Command, helper: Help): HelpPage['lines'] =>
  section(
    'Options:',
    helper
      .visibleOptions(command)
      .map((option) => ({ term: helper.optionTerm(option), text: helper.optionDescription(option) })),
  );

const commandItems = (commands: readonly Command[], helper: Help): HelpPage['lines'] =>
  commands.map((command) => ({ term: helper.subcommandTerm(command), text: helper.subcommandDescription(command) }));

function programLines(program: Command, helper: Help): HelpPage['lines'] {
  const commands = helper.visibleCommands(program);
  const inGroup = (group: string): readonly Command[] => commands.filter((command) => command.helpGroup() === group);
  return [
    helper.commandDescription(program),
    '',
    'Usage: spotdeck [options]            open the console',
    '       spotdeck <command> [options]',
    '',
    ...groupsOf(commands).flatMap((group) => section(group, commandItems(inGroup(group), helper))),
    ...optionsSection(program, helper),
    '"spotdeck COMMAND --help" explains a command, "spotdeck help settings" lists all settings.',
    'Without an account: spotdeck demo',
  ];
}

function commandLines(command: Command, helper: Help): HelpPage['lines'] {
  const args = helper
    .visibleArguments(command)
    .map((argument) => ({ term: helper.argumentTerm(argument), text: helper.argumentDescription(argument) }));
  const text = helper.commandDescription(command);
  return [
    `Usage: ${helper.commandUsage(command)}`,
    '',
    ...(text === '' ? [] : [{ term: null, text }, '']),
    ...section('Arguments:', args),
    ...optionsSection(command, helper),
    ...section('Commands:', commandItems(helper.visibleCommands(command), helper)),
    '"spotdeck help settings" lists the settings that every command takes.',
  ];
}

export function settingsHelp(own: OwnSettings): string {
  return [
    'Settings, strongest first: flag, environment variable, profile in the config file, top of the config file.',
    'Some can only be set in the config file: "spotdeck config example" prints it with all of them.',
    '',
    ...allSettings(own).flatMap(({ flag, environment, help, allowed, fallback }) => {
      const names = [flag, environment].filter((name) => name !== null);
      if (names.length === 0) return [];
      const usual = typeof fallback === 'object' || fallback === '' ? '' : ` Default: ${String(fallback)}.`;
      return [`  ${names.join(', ')}`, `      ${help}`, `      Allowed: ${allowed}.${usual}`, ''];
    }),
  ].join('\n');
}
