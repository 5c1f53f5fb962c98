import type { Connection } from '../../api/client.ts';
import { DEFAULT_MAX_PAGES } from '../../api/defaults.ts';
import { show } from '../../app/live.ts';
import type { ConsoleOptions } from '../../app/options.ts';
import { profileFrom } from '../../app/profile.ts';
import type { MarketSettings } from '../../command/market-options.ts';
import { type MarketAccess, type MarketMove, type SharedMarket, shareMarket } from '../../command/shared-market.ts';
import { startMarket } from '../../command/start-market.ts';
import { demoFile, demoPaths, type SimulatedPast } from '../../config/paths.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import type { ProfileConfig } from '../../config/profile-config.ts';
import type { Settings } from '../../config/settings.ts';
import type { BegunWorld } from '../../market/server.ts';
import type { Features } from '../../store/features.ts';
import { appLog, type LogLine } from '../../system/app-log.ts';

/** The embedded market as the console shows it, and how to stop it. */
export type Demo = { readonly profile: ProfileConfig; readonly stop: () => Promise<void> };

/** `spotdeck demo`: shows the console on the embedded market. */
export async function demo(
  features: Features,
  resolved: ResolvedSettings,
  market: MarketSettings,
  given: ConsoleOptions['given'],
  past: boolean,
): Promise<number> {
  const { profile, stop } = startDemo(resolved.settings, market, past);
  try {
    return await show(features, { ...resolved, config: null, from: { ...resolved.from, flags: {} } }, profile, given);
  } finally {
    await stop();
  }
}

/**
 * Starts the embedded market in its own thread, or joins the one that another console runs. Returns at once; the
 * connection follows. A market in a file that is named, or in memory, begins with a past only when it is asked for.
 */
export function startDemo(settings: Settings, market: MarketSettings, asksForPast = false): Demo {
  const { db, ...options } = market;
  const file = db ?? demoFile();
  // Before the market makes its file.
  const storage = demoPaths(settings, file, market.fresh === true);
  const log = appLog('market');
  const shared = file === ':memory:' ? ownMarket(options, log) : shareMarket(file, options, log);
  const connectionTo = ({ origin, token }: MarketAccess): Connection => ({
    baseUrl: origin,
    token,
    allowPlainHttp: false,
    readOnly: settings.readOnly,
    timeoutMs: settings.timeout * 1000,
    pageSize: settings.pageSize,
    maxPages: DEFAULT_MAX_PAGES,
  });
  const connection = shared.access.then(connectionTo);
  const onMove = (moved: (to: Connection | null, sentence: string) => void): void =>
    shared.onMove((move) => {
      log(moveSentence(move));
      moved(move.kind === 'lost' ? null : connectionTo(move.access), moveSentence(move));
    });
  const connected = {
    profile: 'demo',
    project: market.project ?? 'proj_demo',
    projects: [],
    allProjects: false,
    origin: 'the embedded market',
    demo: true,
    production: false,
    confirm: settings.confirm,
    readOnly: settings.readOnly,
    readOnlyBy: settings.readOnlyBy,
    hasToken: true,
    budget: settings.budgetPerHour,
    own: settings.own,
    aliases: settings.names,
  };
  // The market has another port each time; its file identifies it.
  const pastOfNew = async (): Promise<SimulatedPast | null> => {
    await shared.access;
    const begun = shared.begun();
    return begun === null ? null : simulatedPast(connected.project, begun);
  };
  const config = profileFrom(settings, connection, connected, {
    ...storage,
    ...(asksForPast || db === undefined ? { past: pastOfNew } : {}),
  });
  return { profile: { ...config, onMove }, stop: shared.stop };
}

/** The simulated past of a world that has just begun; null where the program has none, as from its sources. */
async function simulatedPast(project: string, { at, fids }: BegunWorld): Promise<SimulatedPast | null> {
  const { pastText } = await import('./past-text.ts');
  const text = await pastText();
  return text === null ? null : { project, text, begunAt: at, fids };
}

/** Runs a market in memory, which no other console can join. */
function ownMarket(options: MarketSettings, log: LogLine): SharedMarket {
  const starting = startMarket({ ...options, db: ':memory:' }, log);
  let begun: BegunWorld | null = null;
  const access = starting.then((running) => {
    begun = running.begun;
    log(`serves the console at ${running.origin}`);
    return running;
  });
  return {
    access,
    begun: () => begun,
    onMove: () => undefined,
    stop: () =>
      starting.then(
        (running) => running.stop(),
        () => undefined,
      ),
  };
}

/** What became of a joined market, as a sentence. */
function moveSentence(move: MarketMove): string {
  switch (move.kind) {
    case 'here':
      return 'The other console ended. The market goes on in this console.';
    case 'elsewhere':
      return 'The other console ended. The market goes on in another console.';
    case 'lost':
      return `The other console ended, and this one can't continue the market: ${move.why}`;
  }
}
