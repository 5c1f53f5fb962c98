import type { ReadOnlyBy } from '../state/read-only.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import type { Environment } from '../system/terminal.ts';
import { flagName, type Setting } from './setting.ts';
import {
  type CliFlags,
  type Configured,
  keyOf,
  type SettingName,
  type Settings,
  settings,
  variableIn,
} from './settings.ts';
import * as making from './value-schemas.ts';

type Entry = { readonly value: unknown; readonly where: string };

/** Value of a setting and its source. */
type Found = Entry & { readonly kind: 'option' | 'variable' | 'config' };

/** Finds a setting: its option, else its environment variable, else the config file; null when none has it. */
function found(
  pick: Pick<Setting<unknown>, 'flag' | 'environment'>,
  given: unknown,
  environment: Environment,
  configured: Entry | undefined,
): Found | null {
  if (given !== undefined) return { kind: 'option', value: given, where: flagName(pick) };
  if (pick.environment !== null) {
    const value = variableIn(environment, pick.environment);
    if (value !== undefined) return { kind: 'variable', value, where: pick.environment };
  }
  return configured === undefined ? null : { kind: 'config', ...configured };
}

/** Reads one setting, or its default. @throws {CommandFailure} with the wrong value, its source and the allowed values. */
function read<Value>(
  setting: Setting<Value>,
  given: unknown,
  environment: Environment,
  configured: Entry | undefined,
): Value {
  const entry = found(setting, given, environment, configured);
  if (entry === null) return setting.fallback;
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
function readOnlyBy(given: unknown, environment: Environment, configured: Entry | undefined): ReadOnlyBy | null {
  const setting = settings.readOnly;
  const entry = found(setting, given, environment, configured);
  if (entry === null || !read(setting, given, environment, configured)) return null;
  return entry.kind === 'config'
    ? { kind: 'config', where: entry.where.replace(/,$/, '') }
    : { kind: 'given', name: entry.where };
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
  };
}
