import type { ReadOnlyBy } from '../store/read-only.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import type { Environment } from '../system/terminal.ts';
import { flagName, isReadBy, type Reader, type Setting } from './setting.ts';
import {
  type CliFlags,
  type Configured,
  type ConfiguredValue,
  keyOf,
  type SettingName,
  type Settings,
  settings,
  variableIn,
} from './settings.ts';
import * as making from './value-schemas.ts';

/** Value of a setting and its source. */
type Found = {
  readonly kind: 'option' | 'variable' | 'config';
  readonly value: unknown;
  readonly where: string;
};

/** Finds a setting: its option, else its environment variable, else the config file; null when none has it. */
function found(
  pick: Pick<Setting<unknown>, 'flag' | 'environment'>,
  given: unknown,
  environment: Environment,
  configured: ConfiguredValue | undefined,
): Found | null {
  if (given !== undefined) return { kind: 'option', value: given, where: flagName(pick) };
  if (pick.environment !== null) {
    const value = variableIn(environment, pick.environment);
    if (value !== undefined) return { kind: 'variable', value, where: pick.environment };
  }
  if (configured === undefined || configured.isLeftOut) return null;
  return { kind: 'config', value: configured.value, where: configured.where };
}

/** Reads one setting, or its default. @throws {CommandFailure} when its value is wrong. */
function read<Value>(
  setting: Setting<Value>,
  given: unknown,
  environment: Environment,
  configured: ConfiguredValue | undefined,
): Value {
  const entry = found(setting, given, environment, configured);
  return entry === null ? setting.fallback : checked(setting, entry);
}

/** Reads the value of a setting. @throws {CommandFailure} with the wrong value, its source and the allowed values. */
function checked<Value>(setting: Setting<Value>, entry: Found): Value {
  const result = setting.schema(making).safeParse(entry.value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const sentence: unknown = issue?.code === 'custom' ? issue.params?.['sentence'] : undefined;
  if (typeof sentence === 'string')
    throw new CommandFailure(
      EXIT.usage,
      `${entry.where}: ${sentence}.`,
      `Allowed: ${setting.allowed}. ${setting.help}`,
    );
  const shown = setting.flag === null ? 'its value' : `"${String(entry.value)}"`;
  throw new CommandFailure(
    EXIT.usage,
    `${entry.where} is set to ${shown}, which is not ${setting.allowed}.`,
    `Allowed: ${setting.allowed}. ${setting.help}`,
  );
}

/** Returns the source that makes the console read-only; null when none does. @throws {CommandFailure} when the value is wrong. */
function readOnlyBy(
  given: unknown,
  environment: Environment,
  configured: ConfiguredValue | undefined,
): ReadOnlyBy | null {
  const setting = settings.readOnly;
  const entry = found(setting, given, environment, configured);
  if (entry === null || !read(setting, given, environment, configured)) return null;
  return entry.kind === 'config'
    ? { kind: 'config', where: entry.where.replace(/,$/, '') }
    : { kind: 'given', name: entry.where };
}

/** The variables without those that are wrong and not read, and what is wrong with each of these, in one sentence. */
export type ReadVariables = { readonly environment: Environment; readonly unread: readonly string[] };

/** Leaves out the variables that are wrong and that a reader does not read. */
export function variablesFor(environment: Environment, reader: Reader): ReadVariables {
  const wrong = Object.values(settings).flatMap((one: Setting<unknown>) => {
    const entry = isReadBy(one, reader) ? null : found(one, undefined, environment, undefined);
    const why = entry === null ? null : whyWrong(one, entry);
    return why === null || one.environment === null ? [] : [{ name: one.environment, why }];
  });
  const without = Object.fromEntries(wrong.map(({ name }) => [name, undefined]));
  return { environment: { ...environment, ...without }, unread: wrong.map(({ why }) => why) };
}

/** Returns what is wrong with the value of a setting, in one sentence; null when nothing is. */
function whyWrong(setting: Setting<unknown>, entry: Found): string | null {
  try {
    checked(setting, entry);
    return null;
  } catch (error) {
    if (error instanceof CommandFailure) return error.message;
    throw error;
  }
}

/** Reads all settings: options before variables before the config file. @throws {CommandFailure} for the first that is wrong. */
export function readSettings(given: CliFlags, environment: Environment, configured: Configured = new Map()): Settings {
  const of = (name: SettingName) => configured.get(keyOf(name));
  return {
    baseUrl: read(settings.baseUrl, given.baseUrl, environment, of('baseUrl')),
    token: read(settings.token, undefined, environment, of('token')),
    project: read(settings.project, given.project, environment, of('project')),
    projects: read(settings.projects, undefined, environment, of('projects')),
    allProjects: read(settings.allProjects, given.allProjects, environment, of('allProjects')),
    profile: read(settings.profile, given.profile, environment, of('profile')),
    readOnly: read(settings.readOnly, given.readOnly, environment, of('readOnly')),
    noToken: null,
    whereIs: (table, path) => of(table)?.placeOf(path) ?? 'the config file',
    readOnlyBy: readOnlyBy(given.readOnly, environment, of('readOnly')),
    production: read(settings.production, undefined, environment, of('production')),
    confirm: read(settings.confirm, given.confirm, environment, of('confirm')),
    budgetPerHour: read(settings.budgetPerHour, given.budgetPerHour, environment, of('budgetPerHour')),
    budgetPerDay: read(settings.budgetPerDay, given.budgetPerDay, environment, of('budgetPerDay')),
    budgetPerMonth: read(settings.budgetPerMonth, given.budgetPerMonth, environment, of('budgetPerMonth')),
    allowPlainHttp: read(settings.allowPlainHttp, given.allowPlainHttp, environment, of('allowPlainHttp')),
    refresh: read(settings.refresh, given.refresh, environment, of('refresh')),
    refreshHidden: read(settings.refreshHidden, given.refreshHidden, environment, of('refreshHidden')),
    maxRequests: read(settings.maxRequests, given.maxRequests, environment, of('maxRequests')),
    timeout: read(settings.timeout, given.timeout, environment, of('timeout')),
    pageSize: read(settings.pageSize, given.pageSize, environment, of('pageSize')),
    alerts: read(settings.alerts, given.alerts, environment, of('alerts')),
    preemption: read(settings.preemption, given.preemption, environment, of('preemption')),
    onPreempt: read(settings.onPreempt, undefined, environment, of('onPreempt')),
    digestAfter: read(settings.digestAfter, given.digestAfter, environment, of('digestAfter')),
    reach: read(settings.reach, given.reach, environment, of('reach')),
    machines: read(settings.machines, given.machines, environment, of('machines')),
    machinesInterval: read(settings.machinesInterval, undefined, environment, of('machinesInterval')),
    machinesIdleAfter: read(settings.machinesIdleAfter, undefined, environment, of('machinesIdleAfter')),
    sshUser: read(settings.sshUser, given.sshUser, environment, of('sshUser')),
    sshOptions: read(settings.sshOptions, undefined, environment, of('sshOptions')),
    sshAliasPrefix: read(settings.sshAliasPrefix, undefined, environment, of('sshAliasPrefix')),
    names: read(settings.names, undefined, environment, of('names')),
    keys: read(settings.keys, undefined, environment, of('keys')),
    commands: read(settings.commands, undefined, environment, of('commands')),
    rules: read(settings.rules, undefined, environment, of('rules')),
    notify: read(settings.notify, undefined, environment, of('notify')),
    journal: read(settings.journal, given.journal, environment, of('journal')),
    debug: read(settings.debug, given.debug, environment, of('debug')),
    theme: read(settings.theme, given.theme, environment, of('theme')),
    mouse: read(settings.mouse, given.mouse, environment, of('mouse')),
    ascii: read(settings.ascii, given.ascii, environment, of('ascii')),
    screenReader: read(settings.screenReader, given.screenReader, environment, of('screenReader')),
  };
}
