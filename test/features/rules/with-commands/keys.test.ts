import { expect, test } from 'vitest';
import type { CustomCommand } from '../../../../src/features/commands/command-record.ts';
import { checkCustomCommandKeys } from '../../../../src/features/commands/screen.ts';
import { builtInBindings } from '../../../../src/screen/keymap/all-bindings.ts';
import { loadedFeatures } from '../../../features-loaded.ts';
import { newPath } from '../../../journal/snapshots.ts';
import { bid, consoleWith } from '../../../store/made.ts';
import { consoleOn, heldIn, runner } from '../rules-keys.ts';

const onKey = (key: string): CustomCommand => ({
  name: 'Audit',
  key,
  panes: ['bids'],
  where: 'background',
  confirm: false,
  token: false,
  run: { kind: 'program', parts: ['true'] },
});

test('a custom command on A is refused with the usual sentence', () => {
  const command = onKey('A');
  expect(checkCustomCommandKeys([command], builtInBindings(loadedFeatures, new Map()), loadedFeatures.panes)).toEqual({
    ok: false,
    error: {
      command,
      why: 'the key A of "Audit" already means: Rules: what they do, did last and do next; again: back. Give one of them another key.',
    },
  });
});

test('a custom command of bids may have K: it holds rules only in the pane of rules', async () => {
  expect(
    checkCustomCommandKeys([onKey('K')], builtInBindings(loadedFeatures, new Map()), loadedFeatures.panes).ok,
  ).toBe(true);
  const path = newPath();
  const journal = runner(path);
  const operator = await consoleOn(path, { ...consoleWith({ bids: [bid('a')] }), customCommands: [onKey('K')] });
  await operator.press('Esc');
  expect(operator.state().focus).toBe('bids');
  await operator.press(':hold-all-rules');
  expect(heldIn(journal)).toEqual([]);
  await operator.press('A', ':hold-all-rules');
  expect(heldIn(journal)).toEqual(['night', 'noon', 'week']);
});
