import type { Command } from 'commander';
import { allSettings, configurable, type OwnSettings } from '../src/config/own-setting.ts';
import { keyOf } from '../src/config/setting.ts';
import { settings } from '../src/config/settings.ts';

/** Escapes a text for man macros: leading dots and quotes, backslashes and dashes are printed as they are. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replace(/^([.'])/gm, '\\&$1');

const term = (head: string, body: string): string => `.TP\n.B ${roff(head)}\n${roff(body)}`;

/** The manual page, generated from the declared commands and settings; `date` is that of the version's release, null before it. */
export function manPage(program: Command, version: string, date: string | null, own: OwnSettings): string {
  const shared = new Set(allSettings(own).map(({ flag }) => flag));
  return `${[
    `.TH SPOTDECK 1 "${date ?? ''}" "spotdeck ${version}" "User Commands"`,
    '.SH NAME',
    `spotdeck \\- ${roff(program.description().replace(/\.$/, ''))}`,
    '.SH SYNOPSIS',
    '.B spotdeck\n[options] [command]',
    '.SH DESCRIPTION',
    'Without a command the console opens on the service of the settings or of a profile. Without a terminal the five lists are printed once.',
    '.SH OPTIONS',
    'Those of the settings below, and of the console itself:',
    ...ownOptions(program, shared).map(({ flags, description }) => term(flags, description)),
    '.SH COMMANDS',
    ...program.commands
      .filter((command) => command.name() !== 'complete')
      .flatMap((command) => commandTerms(command, '', shared)),
    '.SH SETTINGS',
    'Each counts in this order: option, environment variable, profile in the config file, top of the config file.',
    ...configurable(own).map(({ name, flag, environment, help, allowed }) => {
      const names = [flag, environment, keyOf(name)].filter((one) => one !== null);
      return term(names.join(', '), `${help} Allowed: ${allowed}.`);
    }),
    term('SPOTDECK_TOKEN', settings.token.help),
    '.SH EXIT STATUS',
    term('0', 'Done.'),
    term('1', 'The service refused, or it is read-only.'),
    term('2', 'Wrong usage.'),
    term('3', 'Not signed in.'),
    term('4', 'Not reachable, or it is not known whether a change was carried out.'),
    term('130', 'A question was left with Ctrl-c, and nothing was done.'),
    '.SH SEE ALSO',
    'ssh(1), tmux(1)',
  ].join('\n')}\n`;
}

/** The options of settings. */
type Shared = ReadonlySet<string | null>;

/** The options of a command that are not settings. */
function ownOptions(command: Command, shared: Shared): Command['options'] {
  return command.options.filter(({ flags, hidden }) => !hidden && !shared.has(flags) && flags !== '--help');
}

function commandTerms(command: Command, before: string, shared: Shared): readonly string[] {
  const name = `${before}${command.name()}`;
  const values = command.registeredArguments.map((argument) => {
    const label = `${argument.name()}${argument.variadic ? '...' : ''}`;
    return argument.required ? `<${label}>` : `[${label}]`;
  });
  const options = ownOptions(command, shared)
    .map(({ flags, description }) => `${flags}: ${description}`)
    .join('\n.br\n');
  return [
    `.TP\n.B ${roff([name, ...values].join(' '))}\n${roff(command.description())}${options === '' ? '' : `\n.br\n${roff(options).replaceAll('\\&.br', '.br')}`}`,
    ...command.commands
      .filter((command) => command.name() !== 'help')
      .flatMap((command) => commandTerms(command, `${name} `, shared)),
  ];
}
