import { brotliDecompressSync } from 'node:zlib';
import type { Connection } from '../../api/client.ts';
import { DEFAULT_MAX_PAGES } from '../../api/defaults.ts';
import { show, showFirstRun } from '../../app/live.ts';
import type { ConsoleOptions } from '../../app/options.ts';
import { connectedTo } from '../../config/connection.ts';
import { demoFile, demoPaths, type SimulatedPast } from '../../config/paths.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import { type ProfileConfig, profileFrom } from '../../config/profile-config.ts';
import type { Settings } from '../../config/settings.ts';
import { ownFile } from '../../lib/bundled.ts';
import type { Features } from '../../store/state.ts';
import { appLog } from '../../system/app-log.ts';
import type { MarketSettings } from '../market-options.ts';
import { startMarket } from './market.ts';

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
    return await show(features, { ...resolved, config: null }, profile, given);
  } finally {
    await stop();
  }
}

/** Starts the market in its own thread and returns at once. A named file or memory gets a past only if asked for. */
export function startDemo(settings: Settings, market: MarketSettings, asksForPast = false): Demo {
  const { db, ...options } = market;
  const file = db ?? demoFile();
  // Before the market makes its file.
  const storage = demoPaths(settings, file, market.fresh === true);
  const log = appLog('market');
  const textOfPast = asksForPast || db === undefined ? pastText() : Promise.resolve(null);
  const starting = textOfPast.then((past) => startMarket({ ...options, db: file, past }, log));
  const connection = starting.then(({ origin, token }): Connection => {
    log(`serves the console at ${origin}`);
    return {
      baseUrl: origin,
      token,
      allowPlainHttp: false,
      readOnly: settings.readOnly,
      timeoutMs: settings.timeout * 1000,
      pageSize: settings.pageSize,
      maxPages: DEFAULT_MAX_PAGES,
    };
  });
  const { readOnly } = settings;
  const at = { project: market.project ?? 'proj_demo', baseUrl: 'the embedded market', token: '', readOnly };
  const connected = {
    ...connectedTo(at, settings),
    ...{ profile: 'demo', projects: [], allProjects: false, demo: true, production: false },
  };
  // Each start has another port, so the file identifies the market.
  const pastOfNew = async (): Promise<SimulatedPast | null> => {
    const { begun } = await starting;
    const text = await textOfPast;
    if (begun === null || text === null) return null;
    return { project: connected.project, text, begunAt: begun.at, fids: begun.fids };
  };
  const profile = profileFrom(settings, connection, connected, {
    ...storage,
    ...(asksForPast || db === undefined ? { past: pastOfNew } : {}),
  });
  const stop = (): Promise<void> =>
    starting.then(
      (running) => running.stop(),
      // It has not started; the connection says so.
      () => undefined,
    );
  return { profile, stop };
}

export function isFirstRun({ settings, config }: ResolvedSettings): boolean {
  return settings.baseUrl === null && settings.project === null && settings.token === null && config === null;
}

/** The first screen: it opens the demo or connects to a service. Returns the exit code. */
export async function firstRun(
  features: Features,
  resolved: ResolvedSettings,
  given: ConsoleOptions['given'],
): Promise<number> {
  const started: Demo[] = [];
  try {
    return await showFirstRun(features, resolved, given, () => {
      const demo = startDemo(resolved.settings, { extras: true });
      started.push(demo);
      return demo.profile;
    });
  } finally {
    for (const { stop } of started) await stop();
  }
}

/** The past of a new world; null without its file, as from the sources. */
async function pastText(): Promise<string | null> {
  try {
    return String(brotliDecompressSync(await ownFile('past.json.br')));
  } catch {
    return null;
  }
}
