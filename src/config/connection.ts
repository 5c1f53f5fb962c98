import { pageRetryAfter } from '../api/backoff.ts';
import type { Connection } from '../api/client.ts';
import { DEFAULT_MAX_PAGES } from '../api/defaults.ts';
import type { PageRetry } from '../api/list-pages.ts';
import { pause } from '../lib/clock.ts';
import type { ConnectionState } from '../store/state.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';
import { system } from '../system/system.ts';
import type { Settings } from './settings.ts';

/** @throws {CommandFailure} without address or project. */
export function connectionFrom(settings: Settings): Connection & { readonly project: string } {
  const { baseUrl, project } = settings;
  if (baseUrl === null) {
    throw new CommandFailure(EXIT.usage, 'No service is set.', [
      'Run "spotdeck login", or set SPOTDECK_BASE_URL, _PROJECT and _TOKEN.',
      'Without an account: spotdeck demo',
    ]);
  }
  if (project === null) {
    throw new CommandFailure(EXIT.usage, 'No project is set.', 'Set SPOTDECK_PROJECT or give --project.');
  }
  if (settings.allProjects && settings.projects.length === 0) {
    throw new CommandFailure(
      EXIT.usage,
      'All projects are to be shown, and none are listed.',
      'List them in the config file, such as projects = ["proj_123", "proj_456"].',
    );
  }
  return {
    project,
    baseUrl,
    token: settings.token,
    noToken: settings.noToken,
    renewToken: settings.renewToken,
    allowPlainHttp: settings.allowPlainHttp,
    readOnly: settings.readOnly,
    timeoutMs: settings.timeout * 1000,
    pageSize: settings.pageSize,
    maxPages: DEFAULT_MAX_PAGES,
  };
}

/** The connection's part of the console's state. */
export function connectedTo(
  connection: Pick<Connection, 'baseUrl' | 'token' | 'readOnly'> & { readonly project: string },
  settings: Settings,
): ConnectionState {
  const { profile, projects, allProjects, production, confirm, readOnlyBy, own } = settings;
  return {
    profile,
    project: connection.project,
    projects,
    allProjects,
    origin: connection.baseUrl,
    demo: false,
    production,
    confirm,
    readOnly: connection.readOnly,
    readOnlyBy,
    hasToken: connection.token !== null,
    budget: settings.budgetPerHour,
    own,
    aliases: settings.names,
  };
}

/** Waits before a page is requested again, as a console does. */
export const retryPage: PageRetry = async (error, attempt) => {
  const { clock, random } = system();
  const waitMs = pageRetryAfter(error, attempt, random());
  if (waitMs === null) return false;
  await pause(clock, waitMs);
  return true;
};
