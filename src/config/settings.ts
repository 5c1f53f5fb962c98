import type * as z from 'zod';
import { DEFAULT_PAGE_SIZE, DEFAULT_TIMEOUT_MS } from '../api/defaults.ts';
import type { Money } from '../lib/money.ts';
import { type ConfirmSetting, confirmSettings } from '../resources/bids/confirm.ts';
import type { CustomCommand } from '../resources/parts/custom-command.ts';
import type { ReadOnlyBy } from '../state/read-only.ts';
import { DEFAULT_PACE, USUAL_PREEMPTION_MS } from '../state/sync/defaults.ts';
import { type ThemeName, themeNames } from '../state/theme-names.ts';
import type { Environment } from '../system/terminal.ts';

/** What the schemas of settings are made with. They are made when a setting is read: help, completion and the first frame do without. */
export type ValueSchemas = typeof import('./value-schemas.ts');

/** One setting: where it can come from, what is allowed, and what it is for. Help and README are made from these. */
export type Setting<Value> = {
  /** The option on the command line, or null for what must not be seen in a list of processes. */
  readonly flag: string | null;
  readonly environment: string | null;
  readonly allowed: string;
  readonly help: string;
  /** Whether it means something to the screen only: commands take it, and their help leaves it out. */
  readonly screen?: true;
  readonly schema: (making: ValueSchemas) => z.ZodType<Value>;
  readonly fallback: Value;
};

function setting<Value>(record: Setting<Value>): Setting<Value> {
  return record;
}

/** Every setting of the console. */
export const settings = {
  baseUrl: setting<string | null>({
    flag: '--base-url <url>',
    environment: 'SPOTDECK_BASE_URL',
    allowed: 'an http or https address',
    help: 'Address of the service; /v2 is added to it.',
    schema: ({ address }) => address,
    fallback: null,
  }),
  token: setting<string | null>({
    flag: null,
    environment: 'SPOTDECK_TOKEN',
    allowed: 'an access token or API key',
    help: 'API key or access token to sign in with. It has no flag, because other users can read the arguments of a process.',
    schema: ({ text }) => text,
    fallback: null,
  }),
  project: setting<string | null>({
    flag: '--project <project>',
    environment: 'SPOTDECK_PROJECT',
    allowed: 'the identifier of a project',
    help: 'Project to show.',
    schema: ({ text }) => text,
    fallback: null,
  }),
  projects: setting<readonly string[]>({
    flag: null,
    environment: null,
    allowed: 'a list of identifiers of projects, such as ["proj_123", "proj_456"]',
    help: 'Projects that P and the palette switch between.',
    schema: ({ texts }) => texts,
    fallback: [],
  }),
  allProjects: setting<boolean>({
    flag: '--all-projects',
    environment: 'SPOTDECK_ALL_PROJECTS',
    allowed: 'true or false',
    help: 'Show the rows of all listed projects together, with a project column.',
    schema: ({ yes }) => yes,
    fallback: false,
  }),
  profile: setting<string>({
    flag: '--profile <name>',
    environment: 'SPOTDECK_PROFILE',
    allowed: 'a name',
    help: 'Profile of the config file to use. Without a config file, only the name in the header.',
    schema: ({ shortText }) => shortText,
    fallback: 'default',
  }),
  readOnly: setting<boolean>({
    flag: '--read-only',
    environment: 'SPOTDECK_READ_ONLY',
    allowed: 'true or false',
    help: 'Refuse every change: only reads are sent.',
    schema: ({ yes }) => yes,
    fallback: false,
  }),
  production: setting<boolean>({
    flag: null,
    environment: 'SPOTDECK_PRODUCTION',
    allowed: 'true or false',
    help: 'Mark this profile as production: the header is red, and destructive actions ask for the name to be typed.',
    schema: ({ yes }) => yes,
    fallback: false,
  }),
  confirm: setting<ConfirmSetting>({
    flag: '--confirm <when>',
    environment: 'SPOTDECK_CONFIRM',
    allowed: `one of ${confirmSettings.join(', ')}`,
    help: 'When pausing and resuming need a second tap: running (instances stop or costs begin), always, or never. In a production profile, never counts as running.',
    screen: true,
    schema: ({ oneOf }) => oneOf(confirmSettings),
    fallback: 'running',
  }),
  budgetPerHour: setting<Money | null>({
    flag: '--budget-per-hour <amount>',
    environment: 'SPOTDECK_BUDGET_PER_HOUR',
    allowed: 'an amount of money above zero, such as 500, $500 or "€400"',
    help: 'Budget per hour: a warning from 80 % on; a price that exceeds it must be typed again.',
    schema: ({ amount }) => amount,
    fallback: null,
  }),
  allowPlainHttp: setting<boolean>({
    flag: '--allow-plain-http',
    environment: 'SPOTDECK_ALLOW_PLAIN_HTTP',
    allowed: 'true or false',
    help: 'Allow sending the token over plain http to another machine.',
    schema: ({ yes }) => yes,
    fallback: false,
  }),
  refresh: setting<number>({
    flag: '--refresh <seconds>',
    environment: 'SPOTDECK_REFRESH',
    allowed: 'a number of seconds from 0.5 to 3600',
    help: 'Refresh interval of the lists on screen.',
    screen: true,
    schema: ({ numberFrom }) => numberFrom(0.5, 3600),
    fallback: DEFAULT_PACE.visibleMs / 1000,
  }),
  refreshHidden: setting<number>({
    flag: '--refresh-hidden <seconds>',
    environment: 'SPOTDECK_REFRESH_HIDDEN',
    allowed: 'a number of seconds from 0.5 to 3600',
    help: 'Refresh interval of the lists that are not on screen.',
    screen: true,
    schema: ({ numberFrom }) => numberFrom(0.5, 3600),
    fallback: DEFAULT_PACE.hiddenMs / 1000,
  }),
  timeout: setting<number>({
    flag: '--timeout <seconds>',
    environment: 'SPOTDECK_TIMEOUT',
    allowed: 'a number of seconds from 1 to 600',
    help: 'Timeout of one request.',
    schema: ({ numberFrom }) => numberFrom(1, 600),
    fallback: DEFAULT_TIMEOUT_MS / 1000,
  }),
  pageSize: setting<number>({
    flag: '--page-size <rows>',
    environment: 'SPOTDECK_PAGE_SIZE',
    allowed: 'a whole number from 1 to 1000',
    help: 'Rows per page in list requests.',
    schema: ({ whole }) => whole(1, 1000),
    fallback: DEFAULT_PAGE_SIZE,
  }),
  alerts: setting<'off' | 'bell' | 'desktop'>({
    flag: '--alerts <how>',
    environment: 'SPOTDECK_ALERTS',
    allowed: 'off, bell or desktop',
    help: 'Alert when an instance is lost or a bid is being preempted: none, the bell, or the bell and a desktop notification (OSC 9).',
    screen: true,
    schema: ({ oneOf }) => oneOf(['off', 'bell', 'desktop']),
    fallback: 'bell',
  }),
  preemption: setting<number>({
    flag: '--preemption <minutes>',
    environment: 'SPOTDECK_PREEMPTION',
    allowed: 'a number of minutes from 0.5 to 120',
    help: 'Approximate length of a preemption, for the countdown.',
    screen: true,
    schema: ({ numberFrom }) => numberFrom(0.5, 120),
    fallback: USUAL_PREEMPTION_MS / 60_000,
  }),
  onPreempt: setting<readonly string[] | null>({
    flag: null,
    environment: 'SPOTDECK_ON_PREEMPT',
    allowed: 'a JSON list of a program and its arguments, such as ["notify-me", "{name}"]',
    help: 'Program to run once for each bid that is being preempted. Placeholders such as {fid} and {name} work as in custom commands.',
    schema: ({ bidProgram }) => bidProgram,
    fallback: null,
  }),
  reach: setting<boolean>({
    flag: '--reach <on|off>',
    environment: 'SPOTDECK_REACH',
    allowed: 'on or off',
    help: 'Check whether the instances on screen answer on their SSH port.',
    screen: true,
    schema: ({ onOrOff }) => onOrOff,
    fallback: true,
  }),
  sshUser: setting<string | null>({
    flag: '--ssh-user <name>',
    environment: 'SPOTDECK_SSH_USER',
    allowed: 'a user name',
    help: 'SSH user for addresses that name none. Without it, ~/.ssh/config decides.',
    schema: ({ userName }) => userName,
    fallback: null,
  }),
  sshOptions: setting<readonly string[]>({
    flag: null,
    environment: 'SPOTDECK_SSH_OPTIONS',
    allowed: 'a JSON list of arguments, such as ["-i", "/home/me/.ssh/gpu"]',
    help: 'Extra arguments for ssh, placed before the address.',
    schema: ({ argumentList }) => argumentList,
    fallback: [],
  }),
  sshAliasPrefix: setting<string>({
    flag: null,
    environment: 'SPOTDECK_SSH_ALIAS_PREFIX',
    allowed: 'up to 31 letters, digits, ".", "_" and "-", such as "gpu-"',
    help: 'Prefix of every alias that ssh-config writes. With a prefix, names keep their dots.',
    schema: ({ aliasPrefix }) => aliasPrefix,
    fallback: '',
  }),
  names: setting<ReadonlyMap<string, string>>({
    flag: null,
    environment: null,
    allowed: 'a table of identifiers and your names for them, such as it_9XQ = "8×H100", each name once',
    help: 'Your names for instance types, regions, projects and other identifiers. They are shown, searched and typed instead.',
    schema: ({ namesTable }) => namesTable,
    fallback: new Map(),
  }),
  keys: setting<ReadonlyMap<string, readonly string[]>>({
    flag: null,
    environment: null,
    allowed: 'a table of commands and their keys, such as freeze = "F" or move-down = ["j", "Down"]',
    help: 'Key bindings that replace the default ones.',
    schema: ({ keysTable }) => keysTable,
    fallback: new Map(),
  }),
  commands: setting<readonly CustomCommand[]>({
    flag: null,
    environment: null,
    allowed: 'a list of commands, each as [[commands]] with name, panes and run',
    help: 'Custom commands: programs that run on rows of a pane, from a key or the palette.',
    schema: ({ customCommands }) => customCommands,
    fallback: [],
  }),
  journal: setting<string | null>({
    flag: '--journal <file>',
    environment: 'SPOTDECK_JOURNAL',
    allowed: 'the path of a file, or :memory:',
    help: 'Journal file, shared by all consoles; :memory: keeps events only until the console ends.',
    schema: ({ text }) => text,
    fallback: null,
  }),
  debug: setting<string | null>({
    flag: '--debug <file>',
    environment: 'SPOTDECK_DEBUG',
    allowed: 'the path of a file',
    help: 'File to log every request to: method, path, result and duration. Never the token or a body.',
    schema: ({ text }) => text,
    fallback: null,
  }),
  theme: setting<ThemeName>({
    flag: '--theme <name>',
    environment: 'SPOTDECK_THEME',
    allowed: `one of ${themeNames.join(', ')}`,
    help: 'Colour theme. All but terminal and mono need 256 colours.',
    screen: true,
    schema: ({ oneOf }) => oneOf(themeNames),
    fallback: 'terminal',
  }),
  mouse: setting<boolean>({
    flag: '--mouse <on|off>',
    environment: 'SPOTDECK_MOUSE',
    allowed: 'on or off',
    help: 'Mouse support. Off leaves the mouse to the terminal, for selecting text.',
    screen: true,
    schema: ({ onOrOff }) => onOrOff,
    fallback: true,
  }),
  ascii: setting<boolean>({
    flag: '--ascii',
    environment: 'SPOTDECK_ASCII',
    allowed: 'true or false',
    help: 'Draw with ASCII characters only.',
    screen: true,
    schema: ({ yes }) => yes,
    fallback: false,
  }),
} as const;

type Table = typeof settings;
export type SettingName = keyof Table;
export type Settings = { readonly [Name in SettingName]: Table[Name]['fallback'] } & {
  /** What makes the console read-only; null when it is not. */
  readonly readOnlyBy: ReadOnlyBy | null;
};

/** What was given, by setting: options as commander read them. */
export type CliFlags = { readonly [Name in SettingName]?: unknown };

/** A variable's value; undefined when it is not set, and when it is empty, which is no value of any setting. */
export function variableIn(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value?.trim() === '' ? undefined : value;
}

/** The name of a setting's option without its argument: `--base-url`. */
export function flagName({ flag }: Pick<Setting<unknown>, 'flag'>): string {
  return flag?.split(' ')[0] ?? '';
}

/** What of a config file counts for the chosen profile: values by key, and a word for where each stands. */
export type Configured = ReadonlyMap<string, { readonly value: unknown; readonly where: string }>;

/** The key of a setting in the config file: `base_url`. */
export function keyOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The settings that a config file may give: not the token, which has sources of its own, nor which profile it is. */
export const configurable: readonly SettingName[] = Object.keys(settings).filter(
  (name): name is SettingName => name !== 'token' && name !== 'profile',
);
