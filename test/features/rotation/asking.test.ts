import { expect, test } from 'vitest';
import { STOPPED_MS } from '../../../src/screen/keymap/key-to-write.ts';
import { UNANSWERABLE_MS } from '../../../src/store/question.ts';
import { asking, start } from '../../screen/keymap/asking.ts';

test('a program that was stopped asks anew about the revocation of a rotated key', async () => {
  const at = asking({
    ...start,
    dialogs: [{ kind: 'rotation', lines: [], step: { kind: 'asking', lines: ['Revoke it?'] } }],
  });
  at.tick();
  await at.clock.pass(UNANSWERABLE_MS);
  at.clock.jump(STOPPED_MS + 1);
  at.key('y');
  expect([at.left.rotation, at.top()]).toEqual([[], 'rotation']);
  await at.clock.pass(UNANSWERABLE_MS);
  at.key('j');
  at.key('y');
  expect(at.left.rotation).toHaveLength(1);
});
