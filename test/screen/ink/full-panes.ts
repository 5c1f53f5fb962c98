import fc from 'fast-check';
import { expect } from 'vitest';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { paneLines } from '../../../src/screen/ink/pane-lines.ts';
import { layoutOf, panesOn } from '../../../src/store/panes/layout.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { apiKey, bid, consoleWith, instance, sshKey, volume } from '../../store/made.ts';
import { columnsOf, seen } from './seen.ts';

export const theme = themeFor('16');
/** Any size of the screen. */
export const size = fc.record({ columns: fc.integer({ min: 40, max: 250 }), rows: fc.integer({ min: 10, max: 80 }) });

/** A console with a row of each list for each name. */
export function fullOf(names: readonly string[]): ConsoleState {
  const rows = names.map((given, n) => [`fid-${n}`, { name: given, region: given }] as const);
  return consoleWith({
    bids: rows.map(([fid, more]) => bid(fid, { ...more, limit_price: '$1234567.89', status: names[0] ?? null })),
    instances: rows.map(([fid, more]) => instance(fid, { ...more, bid: 'fid-0', ssh_destination: more.name })),
    volumes: rows.map(([fid, more]) => volume(fid, { ...more, bids: ['fid-0'] })),
    sshKeys: rows.map(([fid, more]) => sshKey(fid, more)),
    apiKeys: rows.map(([fid, more]) => apiKey(fid, { ...more, snippet: more.name })),
  });
}

/** Expects each line of each pane to be exactly as wide as its pane. */
export function expectToFit(state: ConsoleState): void {
  for (const pane of panesOn(layoutOf(state))) {
    const lines = paneLines(state, pane, theme);
    expect(lines).toHaveLength(pane.height);
    for (const line of lines) expect(columnsOf(line), seen(line)).toBe(pane.width);
  }
}
