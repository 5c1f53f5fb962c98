import type { RemoteOf } from '../../screen/keys/press-keys.ts';

/** Keeps what its keys do outside of the console. */
export const remoteOf: RemoteOf = (left) => ({
  runCustom: ({ name }, _, fids) => left.programs.push(`${name}: ${fids.join(' ')}`),
  stopRun: (id) => left.programs.push(`stop ${id}`),
});
