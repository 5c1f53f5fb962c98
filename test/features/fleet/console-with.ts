import { compareRows } from '../../../src/features/fleet/console/compare-rows.ts';
import type { ReadFleet } from '../../../src/features/fleet/console/known-fleet.ts';
import { parseFleet } from '../../../src/features/fleet/file/read-file.ts';
import { fleetText } from '../../../src/features/fleet/file/write-file.ts';
import { liveBids } from '../../../src/features/fleet/rows.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { bid, consoleWith, instance, sshKey, volume } from '../../store/made.ts';

/** A fleet file as a console has read it. */
export function fleetOf(text: string): ReadFleet {
  const { scripts: _, ...file } = parseFleet('/home/me/fleet.toml', text);
  return { kind: 'read', path: '/home/me/fleet.toml', text, file, compare: compareRows };
}

/** Rows of a project: a bid that runs, one that is paused, one that has ended, and two volumes. */
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

/** The text of the fleet that is there, with changes that a person makes to it. */
export function textWith(changes: Readonly<Record<string, string>>, state: ConsoleState = there()): string {
  const context = contextOf(state);
  const text = fleetText({ context, bids: liveBids(context), filter: null, token: null, scriptFile: () => null });
  return Object.entries(changes).reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`There is no ${from} in ${now}`);
    return now.replace(from, to);
  }, text);
}

/** A console with a fleet file that differs from its rows. */
export const differing = (changes: Readonly<Record<string, string>>, state: ConsoleState = there()): ConsoleState => ({
  ...state,
  knownFleet: fleetOf(textWith(changes, state)),
});
