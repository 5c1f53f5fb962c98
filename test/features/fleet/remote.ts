import type { RemoteOf } from '../../screen/keys/press-keys.ts';

/** Keeps what its keys write to the file. */
export const remoteOf: RemoteOf = (left) => ({
  saveFleet: (path, _, text) => {
    left.saved.push({ path, text });
    return { ok: true, value: null };
  },
});
