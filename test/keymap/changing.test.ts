import { describe, expect, test } from 'vitest';
import { changeBid, pauseBid } from '../../src/resources/bids/writes.ts';
import { paneNames, resources } from '../../src/resources/index.ts';
import { connectionOf } from '../../src/state/header.ts';
import { listFailed, rowsArrived, timePassed } from '../../src/state/lists/transitions.ts';
import { paneFocused } from '../../src/state/panes/cursor.ts';
import { writeSent } from '../../src/state/sync/pending-writes.ts';
import { askedBy, type Operator, operatorAt } from '../keys/press-keys.ts';
import { NOON } from '../state/hand-clock.ts';
import { apiKey, bid, consoleWith, instance, shownFids, volume, whole } from '../state/made.ts';

const holding = {
  bids: [bid('a'), bid('b'), bid('c', { status: 'Terminated' })],
  instances: [instance('i-1', { bid: 'a' }), instance('i-2', { bid: 'a' })],
  volumes: [volume('data'), volume('held', { bids: ['a'] }), volume('spare')],
  apiKeys: [apiKey('ci'), apiKey('own', { snippet: 'fkey_mine' })],
};
const start = consoleWith(holding);

/** What was sent in one go, as the operations with what they were given. */
async function asked(person: Operator, nth = 0): Promise<readonly (readonly [string, unknown])[]> {
  return Promise.all((person.left.sent[nth]?.writes ?? []).map(askedBy));
}

const pausing = (bid_fid: string, paused = true) => ['updateBid', { params: { bid_fid }, body: { paused } }];

describe('pause and resume', () => {
  test('p pauses a bid that nothing runs on at once', async () => {
    const person = operatorAt(consoleWith({ bids: [bid('o', { status: 'Open' })] }));
    await person.press('p');
    expect(await asked(person)).toEqual([pausing('o')]);
    expect(person.state().armed).toBeNull();
    expect(person.top()).toBeNull();
  });

  test('with marks they are for the marked bids; one that has ended is left out', async () => {
    const person = operatorAt(start);
    await person.press('*', 'p', 'p');
    expect(await asked(person)).toEqual([pausing('a'), pausing('b')]);
  });

  test('a bid that has ended says why it can not be paused', async () => {
    const person = operatorAt(start);
    await person.press('G', 'p');
    expect(person.at()).toBe('c');
    expect(person.told()).toBe("c has ended, so it can't be paused.");
    expect(person.left.sent).toEqual([]);
  });

  test('a bid whose last change is under way is not changed again', async () => {
    const person = operatorAt(writeSent(start, 1, pauseBid(bid('a').row), NOON));
    await person.press('p');
    expect(person.told()).toBe('The last change to a is still in progress.');
    await person.press('x');
    expect(person.top()).toBeNull();
    expect(person.left.sent).toEqual([]);
  });
});

describe('destroying asks first', () => {
  test('x on a bid names it and what stops; y does it, once', async () => {
    const person = operatorAt(start);
    await person.press('x');
    const [top] = person.state().dialogs;
    expect(top?.kind === 'confirm' ? top.confirmation : null).toMatchObject({
      title: 'Cancel the bid a',
      typed: null,
      lines: [{ text: 'a  8xh100  2 running' }, { text: '2 instances will stop.' }, { text: 'This cannot be undone.' }],
    });
    expect(person.left.sent).toEqual([]);
    await person.press('y', 'y');
    expect(await asked(person)).toEqual([['cancelBid', { params: { bid_fid: 'a' } }]]);
    expect(person.left.sent).toHaveLength(1);
  });

  test.each(['Esc', 'n'])('%s leaves it as it is', async (key) => {
    const person = operatorAt(start);
    await person.press('x', key);
    expect(person.top()).toBeNull();
    expect(person.left.sent).toEqual([]);
  });

  test.each(['Enter', 'Space', 'x', 'Y'])('%s does not pass for a yes', async (key) => {
    const person = operatorAt(start);
    await person.press('x', key);
    expect(person.top()).toBe('confirm');
    expect(person.left.sent).toEqual([]);
  });

  test('of several the count has to be typed', async () => {
    const person = operatorAt(start);
    await person.press('Space', 'Space', 'x');
    await person.type('3\n');
    expect(person.left.sent).toEqual([]);
    expect(person.top()).toBe('confirm');
    expect(person.text()).toBe('');
    await person.type('y\n');
    expect(person.left.sent).toEqual([]);
    await person.type('2\n');
    expect((await asked(person)).map(([name]) => name)).toEqual(['cancelBid', 'cancelBid']);
    expect(person.top()).toBeNull();
  });

  test('of a volume the name has to be typed', async () => {
    const person = operatorAt(paneFocused(start, 'volumes'));
    await person.press('x');
    await person.type('dat\n');
    expect(person.left.sent).toEqual([]);
    await person.type('data\n');
    expect(await asked(person)).toEqual([['deleteVolume', { params: { volume_fid: 'data' } }]]);
  });

  test('a volume in use says by whom and is not deleted', async () => {
    const person = operatorAt(paneFocused(start, 'volumes'));
    await person.press('j', 'x');
    expect(person.told()).toContain('held is in use by a');
    expect(person.top()).toBeNull();
  });

  test('revoking the key this console is signed in with warns of it and wants its name', async () => {
    const person = operatorAt(paneFocused(start, 'apiKeys'));
    await person.press('j', 'x', 'y');
    const [top] = person.state().dialogs;
    expect(JSON.stringify(top?.kind === 'confirm' ? top.confirmation : null)).toContain('it will be signed out too');
    expect(person.left.sent).toEqual([]);
    await person.press('Backspace');
    await person.type('own\n');
    expect(await asked(person)).toEqual([['revokeApiKey', { params: { key_fid: 'own' } }]]);
  });

  test('what is agreed to is what was asked about, though the rows have moved meanwhile', async () => {
    const person = operatorAt(start);
    await person.press('x');
    const bids = whole(bid('0-new', { limit_price: '$99.00' }), ...holding.bids);
    person.desk.store.setState(rowsArrived(person.state(), 'bids', bids, { at: NOON, sequence: 1 }, NOON));
    await person.press('y');
    expect(await asked(person)).toEqual([['cancelBid', { params: { bid_fid: 'a' } }]]);
  });
});

describe('while the screen is frozen', () => {
  test('the rows stand still while lists arrive, and f lets them go on', async () => {
    const person = operatorAt(start);
    const frozen = shownFids(start, 'bids');
    await person.press('f');
    person.desk.store.setState(rowsArrived(person.state(), 'bids', whole(bid('z')), { at: NOON, sequence: 1 }, NOON));
    expect(shownFids(person.state(), 'bids')).toEqual(frozen);
    await person.press('j');
    expect(person.at()).toBe('b');
    await person.press('f');
    expect(shownFids(person.state(), 'bids')).toContain('z');
  });

  test('the header goes on telling the truth: the rows are frozen, and how the connection is', async () => {
    const person = operatorAt(start);
    await person.press('f');
    const error = { kind: 'aborted', reached: 'no' } as const;
    expect(connectionOf(person.state()).text).toBe('‖ frozen 0s, ● live 0s');
    const failed = listFailed(timePassed(person.state(), NOON + 9000), 'bids', error, NOON + 9000, null);
    expect(connectionOf(failed)).toEqual({ text: '‖ frozen 9s, ▲ stale 9s', tone: 'bad' });
  });

  test('what is sent is about the bids as they are now', async () => {
    const person = operatorAt(start);
    await person.press('f');
    const bids = whole(bid('a', { status: 'Terminated' }), bid('b'));
    person.desk.store.setState(rowsArrived(person.state(), 'bids', bids, { at: NOON, sequence: 1 }, NOON));
    await person.press('p');
    expect(person.told()).toBe("a has ended, so it can't be paused.");
    expect(person.left.sent).toEqual([]);
  });

  test.each(['p', 'x', 'e', 'N', 'i'])('%s on a bid that is gone says so and does nothing', async (key) => {
    const person = operatorAt(start);
    await person.press('f');
    person.desk.store.setState(rowsArrived(person.state(), 'bids', whole(bid('b')), { at: NOON, sequence: 1 }, NOON));
    expect(person.at()).toBe('a');
    await person.press(key);
    expect(person.top()).toBeNull();
    expect(person.left.sent).toEqual([]);
    expect(person.told()).toBe('a is gone.');
  });
});

describe('undo', () => {
  const back = (fid: string) => pauseBid(bid(fid).row).undo ?? pauseBid(bid(fid).row);
  const paused = consoleWith({ bids: [bid('a', { status: 'Paused' }), bid('b', { status: 'Paused' })] });

  test('u shows what would take the last change back, y sends it as an undoing, Esc leaves it to be undone', async () => {
    const person = operatorAt({ ...paused, undo: [[back('b')], [back('a')]] });
    await person.press('u');
    expect(person.state().dialogs).toMatchObject([
      {
        kind: 'confirm',
        confirmation: {
          lines: [{ text: 'a: resume it' }, { text: 'The bid is resumed, the work that stopped is not.' }],
        },
      },
    ]);
    await person.press('Esc');
    expect(person.left.sent).toEqual([]);
    await person.press('u', 'y');
    expect(await asked(person)).toEqual([['updateBid', { params: { bid_fid: 'a' }, body: { paused: false } }]]);
    expect(person.left.sent[0]?.undo).toBe(true);
    await person.press('u', 'y');
    expect(await asked(person, 1)).toEqual([['updateBid', { params: { bid_fid: 'b' }, body: { paused: false } }]]);
    await person.press('u');
    expect(person.told()).toBe('There is nothing to undo.');
  });

  test('what the service has changed since is left as it is, and said', async () => {
    const resumed = consoleWith({ bids: [bid('a', { status: 'Allocated' })] });
    const person = operatorAt({ ...resumed, undo: [[back('a')]] });
    await person.press('u');
    expect(person.told()).toBe('a is left as it is: it is no longer paused.');
    expect([person.left.sent, person.state().undo]).toEqual([[], []]);
  });

  test.each([
    ['$9.00', 'a is left as it is: its limit price is $9.00 by now, set by someone else.', null],
    ['$3', null, [{ text: 'a: limit price $3.00 back to $2.50' }]],
  ])('a price that is %s by now', async (price, told, lines) => {
    const change = changeBid(bid('a').row, { limit_price: '$3.00' });
    const now = consoleWith({ bids: [bid('a', { limit_price: price })] });
    const person = operatorAt({ ...now, undo: [[change.undo ?? change]] });
    await person.press('u');
    expect(person.told()).toBe(told);
    if (lines !== null) expect(person.state().dialogs).toMatchObject([{ confirmation: { lines } }]);
  });

  test('of many changes those that still can be are taken back, the others are named', async () => {
    const some = consoleWith({ bids: [bid('a', { status: 'Paused' }), bid('b', { status: 'Open' })] });
    const person = operatorAt({ ...some, undo: [[back('a'), back('b'), back('gone')]] });
    await person.press('u', 'y');
    expect(await asked(person)).toEqual([['updateBid', { params: { bid_fid: 'a' }, body: { paused: false } }]]);
  });
});

describe('a read-only console', () => {
  const readOnly = consoleWith({ ...holding, readOnly: true });

  test('refuses every action that could change something, and says why', async () => {
    for (const name of paneNames) {
      for (const { key, effect } of resources[name].actions) {
        // To go somewhere and to log in change nothing at the service.
        if (['jump', 'ssh', 'end-session', 'history'].includes(effect.kind)) continue;
        const person = operatorAt(paneFocused(readOnly, name));
        await person.press(key);
        expect(person.told(), `${key} in ${name}`).toContain('read-only');
        expect(person.top(), `${key} in ${name}`).toBeNull();
        expect(person.left.sent).toEqual([]);
      }
    }
  });

  test('does not undo either', async () => {
    const person = operatorAt({ ...readOnly, undo: [[pauseBid(bid('a').row)]] });
    await person.press('u');
    expect(person.told()).toContain('read-only');
    expect(person.left.sent).toEqual([]);
    expect(person.state().undo).toHaveLength(1);
  });

  test('still jumps, filters, copies and refreshes', async () => {
    const person = operatorAt(readOnly);
    await person.press('y', 'i', 'R', 'i');
    expect(person.left).toMatchObject({ copied: ['a'], polls: 1 });
    expect(person.state().focus).toBe('instances');
  });
});
