import { compareRows } from '../../../src/features/fleet/console/compare-rows.ts';
import type { ReadFleet } from '../../../src/features/fleet/console/known-fleet.ts';
import { parseFleet } from '../../../src/features/fleet/file/read-file.ts';
import { fleetText } from '../../../src/features/fleet/file/write-file.ts';
import { liveBids } from '../../../src/features/fleet/rows.ts';
import type { Context } from '../../../src/resources/context.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { bid, consoleWith, instance, sshKey, volume } from '../../store/made.ts';

/** A fleet file as read by a console. */
export function fleetOf(text: string, path = '/home/me/fleet.toml'): ReadFleet {
  const { scripts: _, ...file } = parseFleet(path, text);
  return { kind: 'read', path, file, compare: compareRows };
}

/** A running bid, a paused one, an ended one, and two volumes. */
export const there = (): ConsoleState => ({
  ...consoleWith({
    bids: [
      bid('b1', { name: 'train', launch_specification: { volumes: ['v1'], ssh_keys: ['k1'] } }),
      bid('b2', { name: 'night', status: 'Paused', limit_price: '$1.00', instance_quantity: 1 }),
      bid('b3', { name: 'old', status: 'Terminated' }),
    ],
    instances: [instance('i1', { bid: 'b1', instance_type: '8xh100' })],
    volumes: [volume('v1', { name: 'data', interface: 'File' }), volume('v2', { name: 'spare', interface: 'File' })],
    sshKeys: [sshKey('k1', { name: 'ops' })],
  }),
  pausedByRules: new Map(),
});

export const exportedText = (context: Context, token: string | null = null): string =>
  fleetText({ context, bids: liveBids(context), filter: null, token, scriptFile: () => null });

/** A text with a person's changes. @throws when one does not fit. */
export const edited = (text: string, changes: readonly (readonly [from: string, to: string])[]): string =>
  changes.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`There is no ${from} in ${now}`);
    return now.replace(from, to);
  }, text);

/** The fleet's text with a person's changes. */
export const textWith = (changes: Readonly<Record<string, string>>, state: ConsoleState = there()): string =>
  edited(exportedText(contextOf(state)), Object.entries(changes));

export const differing = (changes: Readonly<Record<string, string>>, state: ConsoleState = there()): ConsoleState => ({
  ...state,
  knownFleet: fleetOf(textWith(changes, state)),
});
