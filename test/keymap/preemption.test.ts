import { describe, expect, test } from 'vitest';
import { rowsArrived } from '../../src/state/lists/transitions.ts';
import { filterTyped } from '../../src/state/panes/cursor.ts';
import { operatorAt } from '../keys/press-keys.ts';
import { NOON } from '../state/hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../state/made.ts';

const calm = consoleWith({
  bids: [bid('a'), bid('b'), bid('c')],
  instances: [
    instance('b-0', { bid: 'b' }),
    instance('b-1', { bid: 'b', ssh_destination: 'ubuntu@198.18.0.7:22' }),
    instance('c-0', { bid: 'c' }),
  ],
});
const gone = { status: 'Preempting' };
const asked = { at: NOON + 2000, sequence: 1 };
const preempting = rowsArrived(calm, 'bids', whole(bid('a'), bid('b', gone), bid('c', gone)), asked, NOON);

describe('the key for what is being preempted', () => {
  test('goes from one such bid to the next, from any pane', async () => {
    const person = operatorAt(preempting);
    await person.press('3', '!');
    expect([person.state().focus, person.at()]).toEqual(['bids', 'b']);
    await person.press('!');
    expect(person.at()).toBe('c');
    await person.press('!');
    expect(person.at()).toBe('b');
  });

  test('shows a bid that a filter hid', async () => {
    const person = operatorAt(filterTyped(preempting, 'bids', 'name:=a'));
    await person.press('!');
    expect([person.at(), person.state().views.bids.filter]).toEqual(['b', '']);
  });

  test('says so when there is none', async () => {
    const person = operatorAt(calm);
    await person.press('!');
    expect(person.told()).toBe('No bid is being preempted.');
  });

  test('leads to where the limit is raised and an instance is logged in to', async () => {
    const person = operatorAt(preempting);
    await person.press('!', 's');
    expect(person.left.logins).toMatchObject([{ instance: 'b-1', destination: 'ubuntu@198.18.0.7:22' }]);
    await person.press('e');
    expect(person.top()).toBe('form');
  });

  test('a bid none of whose instances has an address can not be logged in to', async () => {
    const person = operatorAt(preempting);
    await person.press('!', '!', 's');
    expect(person.told()).toBe('c-0 has no address yet.');
  });
});

describe('the history of a bid', () => {
  test('opens over the panes, looks further back and closer, and closes', async () => {
    const person = operatorAt(calm);
    await person.press('h', '-', '-');
    expect(person.state().dialogs).toMatchObject([{ kind: 'history', fid: 'a', spanMs: 3_600_000 }]);
    await person.press('+', 'h');
    expect(person.top()).toBeNull();
  });
});
