import type { RemoteOf } from '../../screen/keys/press-keys.ts';

/** Keeps what its keys do outside of the console. */
export const remoteOf: RemoteOf = (left) => ({
  rotateKey: () => left.rotation.push('begin'),
  answerRotation: (yes) => left.rotation.push(yes),
});
