import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tmuxName } from '../../src/system/tmux.ts';

test.each([
  ['train-llama-0', 'train-llama-0'],
  ['gpu-0#(id >FILE)', 'gpu-0-id-FILE'],
  ['#{l:x}', 'l-x'],
  ['x;', 'x'],
  ['-F#{pane_id}', 'F-pane_id'],
  ['\'a\' "b" `c` $(d)\nrun-shell e', 'a-b-c-d-run-shell-e'],
  ['夜', 'spotdeck'],
  ['', 'spotdeck'],
])('%j becomes the window name %s', (text, name) => {
  expect(tmuxName(text)).toBe(name);
});

test('any name becomes a short window name without characters that tmux interprets', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 200 })), (text) => {
      expect(tmuxName(text)).toMatch(/^[A-Za-z0-9_][A-Za-z0-9._-]{0,59}$/);
    }),
  );
});
