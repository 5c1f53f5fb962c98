import type { Connection } from '../api/client.ts';
import type { Colours } from '../ui/theme.ts';
import { connectedTo, connectionFrom } from './connect.ts';
import { type Keeping, keepingOf } from './keeping.ts';
import type { Environment, Settings } from './settings.ts';

/** Whether the process has a terminal to show the console on. */
export function hasTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** How many colours the terminal has; NO_COLOR, when it is set to anything, means none. */
export function coloursOf(environment: Environment): Colours {
  const term = environment['TERM'] ?? '';
  if ((environment['NO_COLOR'] ?? '') !== '' || term === 'dumb') return 'none';
  return term.includes('256') || (environment['COLORTERM'] ?? '') !== '' ? '256' : '16';
}

/** `spotdeck`: the console on the service of the settings; the five tables once where there is no terminal. */
export async function live(settings: Settings, environment: Environment): Promise<number> {
  const connection = connectionFrom(settings);
  return show(
    settings,
    environment,
    Promise.resolve(connection),
    connectedTo(connection, connection.project, settings.profile, false),
    keepingOf(settings, connection.baseUrl),
  );
}

/** Shows a connection in the way the process can. */
export async function show(
  settings: Settings,
  environment: Environment,
  connection: Promise<Connection>,
  connected: ReturnType<typeof connectedTo>,
  keeping: Keeping,
): Promise<number> {
  if (!hasTerminal()) {
    const { printTables } = await import('./tables.ts');
    return printTables(await connection, connected);
  }
  const { runConsole } = await import('./console.ts');
  return runConsole({
    connected,
    connection,
    keeping,
    alerts: settings.alerts,
    preemptionMs: settings.preemption * 60_000,
    onPreempt: settings.onPreempt,
    reach: settings.reach,
    ssh: { user: settings.sshUser, options: settings.sshOptions },
    ascii: settings.ascii,
    screenReader: environment['INK_SCREEN_READER'] === 'true',
    colours: coloursOf(environment),
    pace: { visibleMs: settings.refresh * 1000, hiddenMs: settings.refreshHidden * 1000 },
  });
}
