import type { Connection } from '../api/client.ts';
import type { Connected } from '../state/console.ts';
import type { Colours } from '../ui/theme.ts';
import { type Chosen, settingsOf } from './chosen.ts';
import type { Config } from './config.ts';
import { connectedTo, connectionFrom } from './connect.ts';
import type { Place } from './console.ts';
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
export async function live({ settings, config }: Chosen, environment: Environment): Promise<number> {
  return show(settings, environment, livePlace(settings), config);
}

function livePlace(settings: Settings): Place {
  const connection = connectionFrom(settings);
  const keeping = keepingOf(settings, connection.baseUrl);
  return placeFrom(settings, Promise.resolve(connection), connectedTo(connection, settings), keeping);
}

/** What a place is by its settings. */
export function placeFrom(
  settings: Settings,
  connection: Promise<Connection>,
  connected: Connected,
  keeping: Keeping,
): Place {
  return {
    connected,
    connection,
    keeping,
    alerts: settings.alerts,
    preemptionMs: settings.preemption * 60_000,
    onPreempt: settings.onPreempt,
    reach: settings.reach,
    rebound: settings.keys,
    theme: settings.theme,
    ssh: { user: settings.sshUser, options: settings.sshOptions },
    pace: { visibleMs: settings.refresh * 1000, hiddenMs: settings.refreshHidden * 1000 },
  };
}

/** Shows a place in the way the process can, with the profiles of the config file to switch to. */
export async function show(
  settings: Settings,
  environment: Environment,
  place: Place,
  config: Config | null,
): Promise<number> {
  if (!hasTerminal()) {
    const { printTables } = await import('./tables.ts');
    return printTables(await place.connection, place.connected);
  }
  const { runConsole } = await import('./console.ts');
  return runConsole({
    place,
    profiles: config?.profiles.map(({ name }) => name) ?? [],
    placeOf: async (name) => {
      const profile = config?.profiles.find((one) => one.name === name) ?? null;
      if (config === null || profile === null) throw new Error(`There is no profile ${name}.`);
      // What was given for the first profile, on the command line or in the environment, is not meant for another.
      const own = await settingsOf(config, profile, { readOnly: settings.readOnly || undefined }, {}, environment);
      return livePlace(own);
    },
    ascii: settings.ascii,
    screenReader: environment['INK_SCREEN_READER'] === 'true',
    colours: coloursOf(environment),
  });
}
