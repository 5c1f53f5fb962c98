import { describe, expect, test } from 'vitest';
import type { Session } from '../../../src/features/ssh/session-row.ts';
import type { PaneName } from '../../../src/resources/rows.ts';
import { paneFocused, viewsSettled } from '../../../src/store/panes/cursor.ts';
import { layoutOf, panesOn } from '../../../src/store/panes/layout.ts';
import { type ConsoleState, type Size, withList } from '../../../src/store/state.ts';
import { drawn } from '../../resources/parts/drawn.ts';
import { missingKeys } from '../../screen/keymap/documented-keys.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { consoleWith, instance } from '../../store/made.ts';

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
    [120, 30],
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
