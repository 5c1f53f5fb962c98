import { describe, expect, test } from 'vitest';
import type { WholeList } from '../../../src/api/result.ts';
import type { Instance } from '../../../src/contract/instance.ts';
import { sessionEnded, sessionOpened } from '../../../src/features/ssh/open-sessions.ts';
import type { Session } from '../../../src/features/ssh/sessions.ts';
import type { PaneName } from '../../../src/resources/rows.ts';
import { paneFocused, viewsSettled } from '../../../src/store/panes/cursor.ts';
import { layoutOf, panesOn } from '../../../src/store/panes/layout.ts';
import { type ConsoleState, type Size, withList } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { drawn } from '../../resources/parts/drawn.ts';
import { missingKeys } from '../../screen/keys/keys-bound-twice.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../../store/made.ts';

const session: Session = {
  fid: 's',
  about: 'i',
  instance: 'train-0',
  destination: '203.0.113.7',
  startedAt: NOON,
  endedAt: null,
  ended: null,
};

test('every cell of a session has a text', () => drawn('sessions', session));

describe('the pane', () => {
  const withInstance = consoleWith({ instances: [instance('i-1', { ssh_destination: 'ubuntu@203.0.113.7' })] });

  test('has the key 6 in all panes, and those of all panes', () => {
    expect(missingKeys(paneFocused(withInstance, 'bids'), '6')).toEqual([]);
    expect(missingKeys(paneFocused(withInstance, 'instances'), '6 s')).toEqual([]);
    expect(missingKeys(paneFocused(withInstance, 'sessions'), '6')).toEqual([]);
  });

  test('is gone to by its name: :sessions', async () => {
    const operator = operatorAt(consoleWith());
    await operator.press(':');
    await operator.type('sessions\n');
    expect([operator.state().focus, operator.top()]).toEqual(['sessions', null]);
  });
});

describe('the right side of a wide screen', () => {
  const service = ['bids', 'instances', 'volumes', 'sshKeys', 'apiKeys'];
  const at = (size: Size): ConsoleState => viewsSettled(consoleWith({ size }));
  const namesOn = (state: ConsoleState): readonly PaneName[] => panesOn(layoutOf(state)).map(({ name }) => name);

  test('has the sessions while there are some, or while they have the focus', () => {
    const state = at({ columns: 160, rows: 45 });
    expect(namesOn(paneFocused(state, 'sessions'))).toEqual([...service, 'sessions', 'activity']);
    expect(namesOn(paneFocused(paneFocused(state, 'sessions'), 'bids'))).toEqual([...service, 'activity']);
    const opened = { ...state.lists.sessions, rows: new Map([['s', { row: session, raw: '{}' }]]) };
    expect(namesOn(withList(state, 'sessions', opened))).toEqual([...service, 'sessions', 'activity']);
  });

  test.each([
    [159, 45],
    [160, 44],
    [140, 30],
  ])('at %i × %i has them below the list of the service that is shown', (columns, rows) => {
    expect(namesOn(paneFocused(at({ columns, rows }), 'sessions'))).toEqual([
      'bids',
      'instances',
      'volumes',
      'sessions',
      'activity',
    ]);
  });
});

const START = consoleWith({
  bids: [bid('runs'), bid('rests', { status: 'Paused' })],
  instances: ['i-0', 'i-1', 'i-2'].map((fid) => instance(fid, { bid: 'runs' })),
});

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
