import type { RemoteOf } from '../../screen/keys/press-keys.ts';

/** Keeps what its keys do outside of the console. */
export const remoteOf: RemoteOf = (left) => ({
  openSsh: (login) => left.logins.push(login),
  endSession: () => undefined,
});
