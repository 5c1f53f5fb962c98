import { type Command, Help, Option } from 'commander';
import { allSettings, type OwnSettings } from '../config/own-setting.ts';
import type { NamedSetting } from '../config/setting.ts';

/** Groups of commands in the order of `spotdeck --help`. Groups of features come after those that change rows. */
export const GROUP = {
  console: 'Console:',
  read: 'Read:',
  change: 'Change:',
  setup: 'Set up:',
  market: 'Embedded market:',
} as const;

/** Settings with options in every help; `spotdeck help settings` lists all. */
const SHOWN_SETTINGS: readonly string[] = ['profile', 'project', 'readOnly'];

const flagsOf = (settings: readonly NamedSetting[]): ReadonlySet<string> =>
  new Set(settings.flatMap(({ flag }) => flag ?? []));

/** The option of a setting; null when it has no flag. */
export function settingOption({ flag, help, environment }: NamedSetting): Option | null {
  if (flag === null) return null;
  return new Option(flag, environment === null ? help : `${help} (${environment})`);
}

/** Sets the layout of help: commands in groups first, then the most important options. */
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
    formatHelp(command, helper) {
      if (command.parent === null) return programHelp(command, helper);
      return `${Help.prototype.formatHelp.call(helper, command, helper)}\n"spotdeck help settings" lists the settings that every command takes.\n`;
    },
  });
}

/** The groups of some commands, in their order. */
function groupsOf(commands: readonly Command[]): readonly string[] {
  const all: readonly string[] = Object.values(GROUP);
  const own = commands.map((command) => command.helpGroup()).filter((group) => group !== '' && !all.includes(group));
  return all.flatMap((group) => (group === GROUP.change ? [group, ...new Set(own)] : [group]));
}

function programHelp(program: Command, helper: Help): string {
  const width = helper.padWidth(program, helper);
  const item = (term: string, description: string): string => helper.formatItem(term, width, description, helper);
  const commands = helper.visibleCommands(program);
  return [
    helper.commandDescription(program),
    '',
    'Usage: spotdeck [options]            open the console',
    '       spotdeck <command> [options]',
    '',
    ...groupsOf(commands).flatMap((group) =>
      helper.formatItemList(
        group,
        commands
          .filter((command) => command.helpGroup() === group)
          .map((command) => item(command.name(), helper.subcommandDescription(command))),
        helper,
      ),
    ),
    ...helper.formatItemList(
      'Options:',
      helper.visibleOptions(program).map((option) => item(helper.optionTerm(option), helper.optionDescription(option))),
      helper,
    ),
    '"spotdeck COMMAND --help" explains a command, "spotdeck help settings" lists all settings.',
    'Without an account: spotdeck demo',
    '',
  ].join('\n');
}

/** The text of `spotdeck help settings`: all settings with a flag or a variable. */
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
