import { expect, test } from 'vitest';
import type { CustomCommand } from '../../../../src/features/commands/custom-command.ts';
import { takenKey } from '../../../../src/features/commands/screen.ts';
import { builtInBindings } from '../../../../src/screen/keymap/active-bindings.ts';
import { loadedFeatures } from '../../../features-loaded.ts';

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
  expect(takenKey([command], builtInBindings(loadedFeatures, new Map()), loadedFeatures.panes)).toEqual({
    command,
    why: 'the key A of "Audit" already means: Rules: what they do, did last and do next; again: back. Give one of them another key.',
  });
});
