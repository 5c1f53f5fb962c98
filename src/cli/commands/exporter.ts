import { createStore } from 'zustand/vanilla';
import { connectedTo, connectionFrom } from '../../config/connection.ts';
import { machinePace } from '../../config/machine-pace.ts';
import { paceOf } from '../../config/pace.ts';
import { storagePaths } from '../../config/paths.ts';
import type { Settings } from '../../config/settings.ts';
import { tokenFrom } from '../../config/token.ts';
import { openJournal } from '../../journal/journal.ts';
import { machineClock as clock } from '../../lib/clock.ts';
import { addressText, type ListenAddress, parseListenAddress } from '../../lib/listen-address.ts';
import { createEventCounts } from '../../metrics/event-counts.ts';
import type { RowSeries } from '../../metrics/metric.ts';
import { metrics } from '../../metrics/metrics.ts';
import { createExposition } from '../../metrics/registry.ts';
import { serviceResources } from '../../resources/index.ts';
import { asciiGlyphs } from '../../resources/parts/glyphs.ts';
import { syncJournal } from '../../state/journal-sync.ts';
import { DEFAULT_MACHINES } from '../../state/machine-settings.ts';
import { readRules } from '../../state/rules/follow-rules.ts';
import { startState } from '../../state/start-state.ts';
import type { ConsoleState } from '../../state/state.ts';
import { CommandFailure, EXIT } from '../../system/exit.ts';
import { inHome } from '../../system/files.ts';
import { clientFor } from '../../system/request-log.ts';
import { writeErrorLine } from '../../system/streams.ts';
import type { Environment } from '../../system/terminal.ts';
import { serveMetrics } from '../metrics-server.ts';
import { ended, keepUpToDate, logProblems, NO_SCREEN, sendHeadlessNotifications } from './headless.ts';
import { reportTroubles, watchMachines } from './watch-machines.ts';

/** Shortest pace of all lists, in milliseconds: scrapes are further apart than a person looks. */
const PACE_MS = 10_000;
/** Shortest token that other machines may have to give, in characters. */
const MIN_TOKEN = 16;

type ExporterOptions = {
  readonly address: ListenAddress;
  readonly token: string | null;
  readonly rows: ReadonlySet<RowSeries>;
  /** Variables that may hold addresses of notifications. */
  readonly environment: Environment;
};

/** `spotdeck exporter`, with its arguments as commander read them. @throws {CommandFailure} for a wrong address or token. */
export async function exporterFromArguments(
  settings: Settings,
  { listen, tokenFile, per }: Readonly<Record<string, unknown>>,
  environment: Environment,
): Promise<number> {
  const given: readonly unknown[] = Array.isArray(per) ? per : [];
  const address = parseListenAddress(String(listen));
  if (address === null)
    throw new CommandFailure(
      EXIT.usage,
      `"${listen}" is not an address to listen on.`,
      'Give an IP address and a port, such as 127.0.0.1:9464 or [::]:9464.',
    );
  const token = await exporterToken(typeof tokenFile === 'string' ? tokenFile : null, environment);
  if (token === null && !address.isLoopback)
    throw new CommandFailure(
      EXIT.usage,
      `Other machines can reach ${addressText(address)}, so the exporter needs a token.`,
      'Give one with --token-file or SPOTDECK_EXPORTER_TOKEN, or listen on 127.0.0.1.',
    );
  return exporter(settings, {
    address,
    token,
    rows: new Set(metrics.flatMap(({ of }) => (of !== undefined && given.includes(of) ? [of] : []))),
    environment,
  });
}

/** Returns the token that requests need; null when none is given. @throws {CommandFailure} for one that is no secret. */
async function exporterToken(file: string | null, environment: Environment): Promise<string | null> {
  const [token, where] =
    file === null
      ? [environment['SPOTDECK_EXPORTER_TOKEN']?.trim() || null, 'SPOTDECK_EXPORTER_TOKEN']
      : [await tokenInFile(file), file];
  if (file !== null && token === null)
    throw new CommandFailure(EXIT.usage, `There is no token in ${file}.`, 'Write one into it: openssl rand -hex 32');
  if (token !== null && (token.length < MIN_TOKEN || /\s/.test(token)))
    throw new CommandFailure(
      EXIT.usage,
      `The token in ${where} is not used: it needs at least ${MIN_TOKEN} characters, without spaces.`,
      'Make one: openssl rand -hex 32',
    );
  return token;
}

async function tokenInFile(path: string): Promise<string | null> {
  try {
    return await tokenFrom({ kind: 'file', path: inHome(path) }, {});
  } catch (error) {
    // The exit code of a token for the service would be another.
    if (error instanceof CommandFailure) throw new CommandFailure(EXIT.usage, error.lines);
    throw error;
  }
}

/**
 * Serves metrics of a console without a screen until a signal ends it. It writes the journal as a console does, and never changes
 * anything at the service. Returns the exit code.
 */
async function exporter(settings: Settings, { address, token, rows, environment }: ExporterOptions): Promise<number> {
  const connection = connectionFrom(settings);
  const mode = (settings.machines ?? DEFAULT_MACHINES.mode) === 'off' ? 'off' : 'all';
  const store = createStore<ConsoleState>(() => ({
    ...startState(connectedTo(connection, settings), asciiGlyphs, NO_SCREEN, clock.now()),
    machines: { mode, simulated: false, ...machinePace(settings) },
  }));
  const events = createEventCounts(store.getState);
  const { exposition, onRequest } = createExposition({ state: store.getState, counts: events.counts, rows });
  const server = await serveMetrics(address, token, exposition);
  const client = clientFor(settings, { ...connection, readOnly: true }, { onRequest });
  const { path, service } = storagePaths(settings, connection.baseUrl);
  const journal = openJournal(path, clock.now, serviceResources);
  const own = paceOf(settings);
  const pace = {
    ...own,
    visibleMs: Math.max(own.visibleMs, PACE_MS),
    hiddenMs: Math.max(own.hiddenMs, PACE_MS),
  };
  const { poller, nextSequence, stop } = keepUpToDate(store, client, pace);
  const notifications = sendHeadlessNotifications({
    ...{ store, journal, service, environment, targets: () => settings.notify, nextSequence },
  });
  const scope = { service, project: connection.project };
  const stops = [
    syncJournal({ store, journal, service: () => service, onEvents: events.add, readsRecords: true }),
    readRules({ store, journal, scope: () => scope, rules: () => settings.rules }),
    logProblems(store, () => journal.warning()),
    reportTroubles(store),
  ];
  const end = ended(store, false);
  poller.start();
  if (mode !== 'off') stops.push(watchMachines({ store, settings, targets: null }));
  writeErrorLine(`Metrics are at ${server.url}.`);
  const code = await end;
  server.close();
  stop();
  for (const stopPart of stops.toReversed()) stopPart();
  await notifications.stop();
  journal.close();
  return code;
}
