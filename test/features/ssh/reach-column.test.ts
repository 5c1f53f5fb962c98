import { expect, test } from 'vitest';
import { contentWidths } from '../../../src/store/lists/content-widths.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { NOON } from '../../store/hand-clock.ts';
import { consoleWith, instance } from '../../store/made.ts';

test('the column has room for the last answer to a probe', () => {
  const needs = (state: ConsoleState) => contentWidths(state, 'instances').whole.get('reach');
  const state = consoleWith({ instances: [instance('i', { ssh_destination: 'root@h' }), instance('other')] });
  expect(needs(state)).toBeUndefined();
  const reach = new Map([['i', { destination: 'root@h', reach: { kind: 'unreachable' as const }, at: NOON }]]);
  expect(needs({ ...state, reach })).toBe('unreachable'.length);
});
