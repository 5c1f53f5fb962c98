import { CommandFailure, EXIT } from './failure.ts';
import * as making from './setting-values.ts';
import {
  type Configured,
  type Environment,
  flagName,
  type Given,
  keyOf,
  type Setting,
  type SettingName,
  type Settings,
  settings,
} from './settings.ts';

/** One setting: from its option, else from its environment variable, else from the config file, else its default. @throws {CommandFailure} that names what is wrong, where it came from and what is allowed. */
function read<Value>(
  one: Setting<Value>,
  given: unknown,
  environment: Environment,
  configured: { readonly value: unknown; readonly where: string } | undefined,
): Value {
  const fromEnvironment = one.environment === null ? undefined : environment[one.environment];
  const [value, source] =
    given !== undefined
      ? [given, flagName(one)]
      : fromEnvironment !== undefined
        ? [fromEnvironment, one.environment]
        : [configured?.value, configured?.where];
  if (value === undefined) return one.fallback;
  const result = one.schema(making).safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const sentence: unknown = issue?.code === 'custom' ? issue.params?.['sentence'] : undefined;
  if (typeof sentence === 'string')
    throw new CommandFailure(EXIT.usage, `${source}: ${sentence}.`, `Allowed is ${one.allowed}. ${one.help}`);
  const shown = one.flag === null ? 'its value' : `"${String(value)}"`;
  throw new CommandFailure(
    EXIT.usage,
    `${source} is set to ${shown}, which is not ${one.allowed}.`,
    `Allowed is ${one.allowed}. ${one.help}`,
  );
}

/** All settings, the strongest source first. @throws {CommandFailure} for the first that is wrong. */
export function readSettings(given: Given, environment: Environment, configured: Configured = new Map()): Settings {
  const of = (name: SettingName) => configured.get(keyOf(name));
  return {
    baseUrl: read(settings.baseUrl, given.baseUrl, environment, of('baseUrl')),
    token: read(settings.token, undefined, environment, of('token')),
    project: read(settings.project, given.project, environment, of('project')),
    projects: read(settings.projects, undefined, environment, of('projects')),
    allProjects: read(settings.allProjects, given.allProjects, environment, of('allProjects')),
    profile: read(settings.profile, given.profile, environment, of('profile')),
    readOnly: read(settings.readOnly, given.readOnly, environment, of('readOnly')),
    production: read(settings.production, undefined, environment, of('production')),
    budgetPerHour: read(settings.budgetPerHour, given.budgetPerHour, environment, of('budgetPerHour')),
    allowPlainHttp: read(settings.allowPlainHttp, given.allowPlainHttp, environment, of('allowPlainHttp')),
    refresh: read(settings.refresh, given.refresh, environment, of('refresh')),
    refreshHidden: read(settings.refreshHidden, given.refreshHidden, environment, of('refreshHidden')),
    timeout: read(settings.timeout, given.timeout, environment, of('timeout')),
    pageSize: read(settings.pageSize, given.pageSize, environment, of('pageSize')),
    alerts: read(settings.alerts, given.alerts, environment, of('alerts')),
    preemption: read(settings.preemption, given.preemption, environment, of('preemption')),
    onPreempt: read(settings.onPreempt, undefined, environment, of('onPreempt')),
    reach: read(settings.reach, given.reach, environment, of('reach')),
    sshUser: read(settings.sshUser, given.sshUser, environment, of('sshUser')),
    sshOptions: read(settings.sshOptions, undefined, environment, of('sshOptions')),
    sshAliasPrefix: read(settings.sshAliasPrefix, undefined, environment, of('sshAliasPrefix')),
    names: read(settings.names, undefined, environment, of('names')),
    keys: read(settings.keys, undefined, environment, of('keys')),
    commands: read(settings.commands, undefined, environment, of('commands')),
    journal: read(settings.journal, given.journal, environment, of('journal')),
    debug: read(settings.debug, given.debug, environment, of('debug')),
    theme: read(settings.theme, given.theme, environment, of('theme')),
    mouse: read(settings.mouse, given.mouse, environment, of('mouse')),
    ascii: read(settings.ascii, given.ascii, environment, of('ascii')),
  };
}
