import { withServiceNames } from '../../../src/features/extras/names-state.ts';
import type { ConsoleState } from '../../../src/store/state.ts';

export function filled(state: ConsoleState): ConsoleState {
  const rows = [...state.lists.bids.rows.values(), ...state.lists.instances.rows.values()];
  const types = new Set(rows.flatMap(({ row }) => row.instance_type ?? []));
  const names = new Map(Array.from(types, (type, n) => [type, `Type ${n + 1}`]));
  const from = { path: '/v2/instance-types', identifier: 'fid', names: ['name'], region: null } as const;
  return withServiceNames(state, { list: 'instance-types', from, names, left: 0, readAt: state.now });
}
