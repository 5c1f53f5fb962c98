import { expect, test } from 'vitest';
import { focusMoved, paneFocused } from '../../../src/store/panes/cursor.ts';
import { consoleWith } from '../../store/made.ts';

test('Tab goes around the panes, and not into Machines, which take the whole screen', () => {
  let state = consoleWith();
  const met = new Set<string>();
  while (!met.has(state.focus)) {
    met.add(state.focus);
    state = focusMoved(state, 1);
  }
  expect([...met]).toEqual(expect.arrayContaining(['bids', 'instances', 'activity']));
  expect([...met]).not.toContain('machines');
});

test('Tab in a pane with the whole screen goes on from the pane before it', () => {
  const machines = paneFocused(paneFocused(consoleWith(), 'volumes'), 'machines');
  expect(focusMoved(machines, 1).focus).toBe('sshKeys');
  expect(focusMoved(machines, -1).focus).toBe('instances');
});
