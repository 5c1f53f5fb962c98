import { elsewhere } from '../../../attacks/elsewhere.ts';

export const attacks = elsewhere([
  {
    id: 'rotation',
    group: 'losses',
    enters: 'SIGKILL, lost answers, refusals and a full disk at any step of the rotation of an API key',
    tries: 'to leave no key that works, a key that nobody knows of, or a secret that others can read',
    happens: 'at each moment a kept key works, the next run ends with one new key, and its file is for its owner alone',
    file: 'test/features/rotation/stories/rotation.test.ts',
    tests: [
      'whatever fails at any step of a rotation, a kept key works, and the next runs leave exactly one new key',
      'several faults in a row leave a kept key that works, and in the end exactly one new key',
    ],
  },
  {
    id: 'rotation-killed',
    group: 'losses',
    enters: 'SIGKILL of the program at each request of a rotation',
    tries: 'the same',
    happens: 'the same',
    file: 'test/features/rotation/stories/rotation-killed.program.test.ts',
    tests: [
      'SIGKILL at the first request of a rotation and at each write, before it arrives and before its answer: a kept key works, and the next run ends with one new key',
    ],
  },
  {
    id: 'rotation-odd',
    group: 'losses',
    enters:
      'odd answers to a rotation: the secret, the snippet or the key that is in use, the identifier of another key, a revocation of the wrong key, of both or of none',
    tries:
      'to leave a rotation that neither goes on nor can be given up, no key that works, or a revoked key of somebody else',
    happens:
      'the old secret is kept until the new key works without it, only keys that are certainly of the rotation are revoked, and there is a way on or back',
    file: 'test/features/rotation/stories/rotation-odd.test.ts',
    tests: [
      'whatever an odd service and faults at any step do: a key that works is kept, no key of somebody else is revoked, and there is a way out',
      'a key of the rotation that somebody else may have made is left and named, and revoked only by its identifier',
    ],
  },
  {
    id: 'rotation-secret',
    group: 'small doors',
    enters: 'the secret of a new key: output, journal, record of the rotation, files',
    tries: 'to have it read by others',
    happens: 'it is only where the old one was, readable by its owner alone',
    file: 'test/features/rotation/stories/rotate.test.ts',
    tests: [
      'a token file has the new key after rotate --yes, readable only by its owner, and the old key is revoked',
      'the token of a program waits in a private file until its owner has put it there; then the old key is revoked',
    ],
  },
]);
