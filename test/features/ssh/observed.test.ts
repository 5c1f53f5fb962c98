import { expect, test } from 'vitest';
import type { WholeList } from '../../../src/api/result.ts';
import type { Instance } from '../../../src/contract/instance.ts';
import { sessionEnded, sessionOpened } from '../../../src/features/ssh/sessions-state.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';

const START = consoleWith({ bids: [bid('runs'), bid('rests', { status: 'Paused' })] });

function instances(rows: readonly { readonly fid: string }[], more: Partial<WholeList<Instance>> = {}) {
  return { ...whole(...rows.map((row) => instance(row.fid, row))), ...more };
}

test('after an SSH session, an instance that slipped between two pages is not reported as gone', () => {
  const lists = ['i-0', 'i-1', 'i-2'].map((fid) => ({ fid, bid: 'runs' }));
  const arrive = (state: ConsoleState, turn: number, rows: readonly { readonly fid: string }[]): ConsoleState =>
    rowsArrived(state, 'instances', instances(rows, { pages: 2 }), { at: NOON + turn, sequence: turn }, NOON + turn);
  const begun = sessionOpened(arrive(START, 1, lists), {
    fid: 'session-1',
    about: 'i-0',
    instance: 'i-0',
    destination: 'here',
    startedAt: NOON,
    endedAt: null,
    ended: null,
  });
  const ended = (state: ConsoleState): string =>
    sessionEnded(state, 'session-1', 'code 0', NOON + 60_000, begun.lists).notice?.text ?? '';
  const slipped = arrive(begun, 2, lists.slice(1));
  expect(ended(slipped)).not.toContain('Meanwhile');
  expect(ended(arrive(slipped, 3, lists.slice(1)))).toContain('Meanwhile: 1 instances gone.');
});
