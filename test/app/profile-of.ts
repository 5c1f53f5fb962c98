import type { ConfigSession } from '../../src/config/session-config.ts';
import { DEFAULT_MACHINES } from '../../src/features/machines/machine-settings.ts';
import type { RunningMarket } from '../../src/market/server.ts';
import { connected } from '../store/made.ts';

/** Returns a profile that connects to a market. */
export function profileOf(name: string, market: RunningMarket, views: string): ConfigSession {
  return {
    connected: { ...connected, profile: name, project: market.project, origin: market.origin },
    connection: Promise.resolve({
      baseUrl: market.origin,
      token: market.token,
      allowPlainHttp: true,
      readOnly: false,
      timeoutMs: 10_000,
      pageSize: 100,
      maxPages: 20,
    }),
    storage: { path: ':memory:', views, service: name, fresh: false },
    kept: null,
    reach: true,
    digestAfterMs: null,
    machines: DEFAULT_MACHINES,
    ssh: { user: null, options: [] },
    alerts: 'off',
    preemptionMs: 60_000,
    onPreempt: null,
    keyOverrides: new Map(),
    rules: [],
    notify: [],
    customCommands: [],
    whereIs: () => 'config.toml, line 1',
    theme: 'terminal',
    pace: { visibleMs: 5000, hiddenMs: 10_000, maxRequests: 600 },
    machinePace: { everyMs: 5000, idleAfterMs: 600_000 },
    reloadConfig: () => null,
  };
}
