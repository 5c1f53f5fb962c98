import type { ReloadableConfig } from '../../src/config/profile-config.ts';
import { NO_VALUES } from '../../src/lib/typed-key.ts';
import type { RunningMarket } from '../../src/market/server.ts';
import { connected } from '../store/made.ts';

/** A profile that never connects. */
export const profileNowhere: ReloadableConfig = {
  connected,
  connection: new Promise(() => undefined),
  storage: { path: ':memory:', views: null, service: '', fresh: false },
  kept: null,
  alerts: 'off',
  preemptionMs: 60_000,
  keyOverrides: new Map(),
  whereIs: () => 'config.toml, line 1',
  theme: 'terminal',
  pace: { visibleMs: 5000, hiddenMs: 10_000, maxRequests: 600 },
  own: NO_VALUES,
  file: {
    reread: () => Promise.resolve(null),
    settings: () => Promise.resolve([]),
    write: () => Promise.reject(new Error('There is no config file.')),
  },
};

/** A profile that connects to a market. */
export function profileOf(name: string, market: RunningMarket, views: string): ReloadableConfig {
  return {
    ...profileNowhere,
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
  };
}
