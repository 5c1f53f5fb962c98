// config: settings as records, profiles, and where tokens come from.

import type { RenewToken } from '../api/client.ts';
import { DEFAULT_PAGE_SIZE, DEFAULT_TIMEOUT_MS } from '../api/defaults.ts';
import type { Money } from '../lib/money.ts';
import type { TypedValues } from '../lib/typed-key.ts';
import type { ConfirmSetting } from '../resources/bids/confirm.ts';
import { DEFAULT_PACE, type ThemeName, themeNames, USUAL_PREEMPTION_MS } from '../store/defaults.ts';
import type { ReadOnlyBy } from '../store/read-only.ts';
import type { Environment } from '../system/terminal.ts';
import { setting, type ValueSchemas } from './setting.ts';
import type { TokenSource } from './token.ts';

const confirmSettings = ['running', 'always', 'never'] as const satisfies readonly ConfirmSetting[];

const yesOrNo = { allowed: 'true or false', schema: ({ yes }: ValueSchemas) => yes() } as const;

/** The settings of the kernel; features declare theirs with `own-setting.ts`. */
export const settings = {
  baseUrl: setting<string | null>({
    flag: '--base-url <url>',
    environment: 'SPOTDECK_BASE_URL',
    allowed: 'an http or https address',
    help: 'Address of the service; /v2 is added to it.',
    common: true,
    changedBy: 'Another address needs its own token: P connects to it.',
    schema: ({ address }) => address(),
    fallback: null,
    example: { inProfile: null },
  }),
  token: setting<string | null>({
    flag: null,
    environment: 'SPOTDECK_TOKEN',
    allowed: 'an access token or API key',
    help: 'API key or access token to sign in with. It has no flag, because other users can read the arguments of a process.',
    schema: ({ text }) => text(),
    fallback: null,
  }),
  project: setting<string | null>({
    flag: '--project <project>',
    environment: 'SPOTDECK_PROJECT',
    allowed: 'the identifier of a project',
    help: 'Project to show.',
    common: true,
    schema: ({ text }) => text(),
    fallback: null,
    example: { inProfile: null },
  }),
  projects: setting<readonly string[]>({
    flag: null,
    environment: null,
    allowed: 'a list of identifiers of projects, such as ["proj_123", "proj_456"]',
    help: 'Projects that P and the palette switch between.',
    common: true,
    live: true,
    schema: ({ texts }) => texts(),
    fallback: [],
    example: '["proj_123", "proj_456"]',
  }),
  allProjects: setting<boolean>({
    flag: '--all-projects',
    environment: 'SPOTDECK_ALL_PROJECTS',
    help: 'Show the rows of all listed projects together, with a project column.',
    ...yesOrNo,
    fallback: false,
  }),
  profile: setting<string>({
    flag: '--profile <name>',
    environment: 'SPOTDECK_PROFILE',
    allowed: 'a name',
    help: 'Profile of the config file to use. Without a config file, only the name in the header.',
    schema: ({ shortText }) => shortText(),
    fallback: 'default',
  }),
  readOnly: setting<boolean>({
    flag: '--read-only',
    environment: 'SPOTDECK_READ_ONLY',
    help: 'Refuse every change: only reads are sent.',
    common: true,
    ...yesOrNo,
    fallback: false,
    example: { inProfile: null },
  }),
  production: setting<boolean>({
    flag: null,
    environment: 'SPOTDECK_PRODUCTION',
    help: 'Mark this profile as production: the header is red, and destructive actions ask for the name to be typed.',
    common: true,
    ...yesOrNo,
    fallback: false,
    example: { inProfile: null },
  }),
  confirm: setting<ConfirmSetting>({
    flag: '--confirm <when>',
    environment: 'SPOTDECK_CONFIRM',
    allowed: `one of ${confirmSettings.join(', ')}`,
    help: 'When pausing and resuming need a second tap: running (instances stop or costs begin), always, or never. In a production profile, never counts as running.',
    common: true,
    live: true,
    screen: true,
    schema: ({ oneOf }) => oneOf(confirmSettings),
    fallback: 'running',
  }),
  budgetPerHour: setting<Money | null>({
    flag: '--budget-per-hour <amount>',
    environment: 'SPOTDECK_BUDGET_PER_HOUR',
    allowed: 'an amount of money above zero, such as 500, $500 or "500 EUR"',
    help: 'Budget per hour: a warning from 80 % on; a price that exceeds it must be typed again.',
    common: true,
    live: true,
    schema: ({ amount }) => amount(),
    fallback: null,
    example: '500',
  }),
  allowPlainHttp: setting<boolean>({
    flag: '--allow-plain-http',
    environment: 'SPOTDECK_ALLOW_PLAIN_HTTP',
    help: 'Allow sending the token over plain http to another machine.',
    ...yesOrNo,
    fallback: false,
  }),
  refresh: setting<number>({
    flag: '--refresh <seconds>',
    environment: 'SPOTDECK_REFRESH',
    allowed: 'a number of seconds from 0.5 to 3600',
    help: 'Refresh interval of the lists on screen.',
    common: true,
    live: true,
    screen: true,
    readBy: 'pollers',
    schema: ({ numberFrom }) => numberFrom(0.5, 3600),
    fallback: DEFAULT_PACE.visibleMs / 1000,
  }),
  refreshHidden: setting<number>({
    flag: '--refresh-hidden <seconds>',
    environment: 'SPOTDECK_REFRESH_HIDDEN',
    allowed: 'a number of seconds from 0.5 to 3600',
    help: 'Refresh interval of the lists that are not on screen.',
    live: true,
    screen: true,
    readBy: 'pollers',
    schema: ({ numberFrom }) => numberFrom(0.5, 3600),
    fallback: DEFAULT_PACE.hiddenMs / 1000,
  }),
  maxRequests: setting<number>({
    flag: '--max-requests <number>',
    environment: 'SPOTDECK_MAX_REQUESTS',
    allowed: 'a whole number from 10 to 6000',
    help: 'Most requests for rows in a minute, over all lists. Changes are not counted.',
    live: true,
    screen: true,
    readBy: 'pollers',
    schema: ({ whole }) => whole(10, 6000),
    fallback: DEFAULT_PACE.maxRequests,
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
    help: 'Alert when an instance is lost, a bid is being preempted or somebody else raises its limit price: none, the bell, or the bell and a desktop notification (OSC 9).',
    common: true,
    live: true,
    screen: true,
    readBy: 'console',
    schema: ({ oneOf }) => oneOf(['off', 'bell', 'desktop']),
    fallback: 'bell',
  }),
  preemption: setting<number>({
    flag: '--preemption <minutes>',
    environment: 'SPOTDECK_PREEMPTION',
    allowed: 'a number of minutes from 0.5 to 120',
    help: 'Approximate length of a preemption, for the countdown.',
    live: true,
    screen: true,
    readBy: 'console',
    schema: ({ numberFrom }) => numberFrom(0.5, 120),
    fallback: USUAL_PREEMPTION_MS / 60_000,
  }),
  names: setting<ReadonlyMap<string, string>>({
    flag: null,
    environment: null,
    allowed: 'a table of identifiers and your names for them, such as it_9XQ = "8xH100", each name once',
    help: 'Your names for instance types, regions, projects and other identifiers. They are shown, searched and typed instead.',
    common: true,
    live: true,
    schema: ({ namesTable }) => namesTable(),
    fallback: new Map(),
    example: { table: ['[names]', 'it_9XQ = "8xH100"'] },
  }),
  keys: setting<ReadonlyMap<string, readonly string[]>>({
    flag: null,
    environment: null,
    allowed: 'a table of commands and their keys, such as freeze = "F" or down = ["j", "Down"]',
    help: 'Key bindings that replace the default ones.',
    common: true,
    live: true,
    readBy: 'console',
    schema: ({ keysTable }) => keysTable(),
    fallback: new Map(),
    example: { table: ['[keys]', 'freeze = "F"'] },
  }),
  passVariables: setting<readonly string[]>({
    flag: null,
    environment: 'SPOTDECK_PASS_VARIABLES',
    allowed: 'a JSON list of names of environment variables, such as ["VAULT_ADDR", "AWS_PROFILE"]',
    help: 'Environment variables that spotdeck passes to the programs it starts, in addition to PATH, HOME, language and terminal.',
    live: true,
    schema: ({ variableNames }) => variableNames(),
    fallback: [],
    example: '["VAULT_ADDR", "AWS_PROFILE"]',
  }),
  journal: setting<string | null>({
    flag: '--journal <file>',
    environment: 'SPOTDECK_JOURNAL',
    allowed: 'the path of a file, or :memory:',
    help: 'Journal file, shared by all consoles; :memory: keeps events only until the console ends.',
    schema: ({ text }) => text(),
    fallback: null,
    example: '"/home/me/journal.db"',
  }),
  journalMax: setting<number | null>({
    flag: '--journal-max <size>',
    environment: 'SPOTDECK_JOURNAL_MAX',
    allowed: 'a size of at least 10 MB, such as "500 MB" or "2 GB"',
    help: 'Size of the journal file above which its oldest events are deleted, and the oldest steps of costs last. Without it: 1 GB.',
    readBy: 'pollers',
    schema: ({ sizeFrom }) => sizeFrom(10_000_000),
    fallback: null,
    example: '"1 GB"',
  }),
  debug: setting<string | null>({
    flag: '--debug <file>',
    environment: 'SPOTDECK_DEBUG',
    allowed: 'the path of a file',
    help: 'File to log every request to: method, path, result and duration. Never the token or a body.',
    schema: ({ text }) => text(),
    fallback: null,
    example: '"/home/me/requests.log"',
  }),
  theme: setting<ThemeName>({
    flag: '--theme <name>',
    environment: 'SPOTDECK_THEME',
    allowed: `one of ${themeNames.join(', ')}`,
    help: 'Colour theme. All but terminal, thin and mono need 256 colours.',
    common: true,
    live: true,
    screen: true,
    readBy: 'console',
    schema: ({ oneOf }) => oneOf(themeNames),
    fallback: 'terminal',
  }),
  mouse: setting<boolean>({
    flag: '--mouse <true|false>',
    environment: 'SPOTDECK_MOUSE',
    help: 'Mouse support. Off leaves the mouse to the terminal, for selecting text.',
    screen: true,
    readBy: 'console',
    ...yesOrNo,
    fallback: true,
  }),
  ascii: setting<boolean>({
    flag: '--ascii',
    environment: 'SPOTDECK_ASCII',
    help: 'Draw with ASCII characters only; so it is where the locale (LC_ALL, LC_CTYPE, LANG) is not UTF-8.',
    screen: true,
    readBy: 'console',
    ...yesOrNo,
    fallback: false,
  }),
  screenReader: setting<boolean>({
    flag: '--screen-reader',
    environment: 'SPOTDECK_SCREEN_READER',
    help: 'Write for a screen reader: words in place of marks and pictures, one pane at a time, no frames, no mouse.',
    screen: true,
    ...yesOrNo,
    fallback: false,
  }),
} as const;

type Table = typeof settings;
export type KernelSetting = keyof Table;

/** The kernel's by name, those of features by key. */
export type Settings = { readonly [Name in KernelSetting]: Table[Name]['fallback'] } & {
  readonly own: TypedValues;
  readonly readOnlyBy: ReadOnlyBy | null;
  readonly whereIs: WhereIs;
  /** Where the token is kept, or would be; null if unknown. */
  readonly tokenSource: TokenSource | null;
  /** Brings another token after a refusal. */
  readonly renewToken: RenewToken;
  /** Why the profile's token is missing, as a sentence; null otherwise. */
  readonly noToken: string | null;
};

/** A place in the config file: `/home/me/config.toml, line 12`. */
export type WhereIs = (table: string, path: readonly string[]) => string;

/** Options by setting, as commander has them. */
export type CliFlags = { readonly [Name in KernelSetting]?: unknown } & Readonly<Record<string, unknown>>;

/** Undefined for an empty variable. */
export function variableIn(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value?.trim() === '' ? undefined : value;
}

type ConfiguredValue = {
  readonly value: unknown;
  /** `refresh in /home/me/config.toml, line 3,` */
  readonly where: string;
  /** `/home/me/config.toml, line 12` */
  readonly placeOf: (path: readonly string[]) => string;
  /** Wrong, but unread. */
  readonly isLeftOut: boolean;
};

export type ConfiguredValues = ReadonlyMap<string, ConfiguredValue>;
