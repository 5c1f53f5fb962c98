import { type Program, withoutScreen } from '../../app/programs.ts';
import { openHeadless } from '../../command/headless.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { paceOf } from '../../config/profile-config.ts';
import { tokenFrom } from '../../config/token.ts';
import type { Features } from '../../store/state.ts';
import { CommandFailure, EXIT } from '../../system/exit.ts';
import { inHome } from '../../system/files.ts';
import { writeErrorLine } from '../../system/streams.ts';
import type { Environment } from '../../system/terminal.ts';
import { addressText, type ListenAddress, parseListenAddress } from './listen-address.ts';
import { serveMetrics } from './metrics-server.ts';
import { createExposition } from './registry.ts';
import { createEventCounts } from './series/event-counts.ts';
import { createLabelBounds } from './series/label-bounds.ts';
import type { RowSeries } from './series/metric.ts';

/** Shortest pace of all lists, in milliseconds: scrapes are seldom. */
const PACE_MS = 10_000;
const MIN_TOKEN = 16;

type ExporterOptions = {
  readonly address: ListenAddress;
  readonly token: string | null;
  readonly rows: ReadonlySet<RowSeries>;
};

type ExporterArguments = {
  readonly listen: string;
  readonly tokenFile: string | null;
  readonly per: readonly RowSeries[];
};

/** @throws {CommandFailure} for a wrong address or token. */
export async function exporterFromArguments(
  features: Features,
  resolved: ResolvedSettings,
  { listen, tokenFile, per }: ExporterArguments,
): Promise<number> {
  const address = parseListenAddress(listen);
  if (address === null)
    throw new CommandFailure(
      EXIT.usage,
      `"${listen}" is not an address to listen on.`,
      'Give an IP address and a port, such as 127.0.0.1:9464 or [::]:9464.',
    );
  const token = await exporterToken(tokenFile, resolved.from.environment);
  if (token === null && !address.isLoopback)
    throw new CommandFailure(
      EXIT.usage,
      `Other machines can reach ${addressText(address)}, so the exporter needs a token.`,
      'Give one with --token-file or SPOTDECK_EXPORTER_TOKEN, or listen on 127.0.0.1.',
    );
  return exporter(features, resolved, { address, token, rows: new Set(per) });
}

/** The token needed by requests; null when none is given. @throws {CommandFailure} unless it is a secret. */
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

/** Serves metrics until a signal. Writes the journal like a console, and changes nothing at the service. */
async function exporter(
  features: Features,
  resolved: ResolvedSettings,
  { address, token, rows }: ExporterOptions,
): Promise<number> {
  const { settings } = resolved;
  const own = paceOf(settings);
  const pace = { ...own, visibleMs: Math.max(own.visibleMs, PACE_MS), hiddenMs: Math.max(own.hiddenMs, PACE_MS) };
  const { store, run, ended, onEnd } = openHeadless({
    features,
    program: exporterProgram,
    resolved,
    differs: { pace },
    reports: { request: (entry) => onRequest(entry), events: (events) => counted.add(events) },
  });
  const bounds = createLabelBounds();
  const counted = createEventCounts(store.getState, bounds);
  const { exposition, onRequest } = createExposition({ state: store.getState, counts: counted.counts, bounds, rows });
  const server = await serveMetrics(address, token, exposition);
  onEnd(store.subscribe(counted.stateChanged));
  const end = ended(false);
  void end.then(() => server.close());
  return run(end, () => writeErrorLine(`Metrics are at ${server.url}.`));
}

export const exporterProgram: Program = {
  ...withoutScreen,
  words: 'spotdeck exporter',
  agents: 'known',
  knowsAll: true,
  outlastsRefusal: true,
};
