import type { AnyOwnSetting, OwnSettings } from '../../src/config/own-setting.ts';

/** Settings of features as a program has them; the panes of all features are loaded when a schema names them. */
export const ownSettings = (...all: readonly AnyOwnSetting[]): OwnSettings => ({
  all,
  panes: async () => (await import('../features-loaded.ts')).loadedFeatures.panes,
});
