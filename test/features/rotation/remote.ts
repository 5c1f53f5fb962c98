import type { RemoteOf } from '../../screen/keys/press-keys.ts';

export const remoteOf: RemoteOf = (left) => ({
  rotateKey: () => left.rotation.push('begin'),
  answerRotation: (yes) => left.rotation.push(yes),
});
