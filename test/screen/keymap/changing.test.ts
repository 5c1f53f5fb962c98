import { describe, expect, test } from 'vitest';
import { changeBid, pauseBid } from '../../../src/resources/bids/writes.ts';
import { connectionOf } from '../../../src/store/header.ts';
import { paneFocused } from '../../../src/store/panes/cursor.ts';
import { listFailed, rowsArrived, timePassed } from '../../../src/store/transitions.ts';
import { writeSent } from '../../../src/store/writes/pending-writes.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { NOON } from '../../store/hand-clock.ts';
import { apiKey, bid, bidGone, consoleWith, instance, shownFids, volume, whole } from '../../store/made.ts';
import { askedBy, type Operator, operatorAt } from '../keys/press-keys.ts';

const holding = {
  bids: [bid('a'), bid('b'), bid('c', { status: 'Terminated' })],
  instances: [instance('i-1', { bid: 'a' }), instance('i-2', { bid: 'a' })],
  volumes: [volume('data'), volume('held', { bids: ['a'] }), volume('spare')],
  apiKeys: [apiKey('ci'), apiKey('own', { snippet: 'fkey_mine' })],
};
const start = consoleWith(holding);

/** The writes that were sent together, as operations with their input. */
async function sentWrites(operator: Operator, nth = 0): Promise<readonly (readonly [string, unknown])[]> {
  return Promise.all((operator.left.sent[nth]?.writes ?? []).map(askedBy));
}

const pausing = (bid_fid: string, paused = true) => ['updateBid', { params: { bid_fid }, body: { paused } }];

describe('pause and resume', () => {
  test('p pauses a bid without running instances at once', async () => {
    const operator = operatorAt(consoleWith({ bids: [bid('o', { status: 'Open' })] }));
    await operator.press('p');
    expect(await sentWrites(operator)).toEqual([pausing('o')]);
    expect(operator.state().tapQuestion).toBeNull();
    expect(operator.top()).toBeNull();
  });

  test('with marks they apply to the marked bids; one that has ended is left out', async () => {
    const operator = operatorAt(start);
    await operator.press('*', 'p', 'p');
    expect(await sentWrites(operator)).toEqual([pausing('a'), pausing('b')]);
  });

  test('a bid that has ended shows why it can not be paused', async () => {
    const operator = operatorAt(start);
    await operator.press('z', 'e', 'G', 'p');
    expect(operator.at()).toBe('c');
    expect(operator.notice()).toBe("c has ended, so it can't be paused.");
    expect(operator.left.sent).toEqual([]);
  });

  test('a bid with a pending write is not changed again', async () => {
    const operator = operatorAt(writeSent(start, 1, pauseBid(bid('a').row), NOON));
    await operator.press('p');
    expect(operator.notice()).toBe('The last change to a is still in progress.');
    await operator.press('x');
    expect(operator.top()).toBeNull();
    expect(operator.left.sent).toEqual([]);
  });
});

describe('destroying needs a confirmation', () => {
  test('x on a bid names it and the instances that stop; y cancels it, once', async () => {
    const operator = operatorAt(start);
    await operator.press('x');
    const [top] = operator.state().dialogs;
    expect(top?.kind === 'confirm' ? top.question.effect : null).toMatchObject({
      title: 'Cancel the bid a',
      answer: { by: 'key' },
      lines: [{ text: 'a  8xh100  2 running' }, { text: '2 instances will stop.' }, { text: 'This cannot be undone.' }],
    });
    expect(operator.left.sent).toEqual([]);
    await operator.press('y', 'y');
    expect(await sentWrites(operator)).toEqual([['cancelBid', { params: { bid_fid: 'a' } }]]);
    expect(operator.left.sent).toHaveLength(1);
  });

  test.each(['Esc', 'n'])('%s leaves it as it is', async (key) => {
    const operator = operatorAt(start);
    await operator.press('x', key);
    expect(operator.top()).toBeNull();
    expect(operator.left.sent).toEqual([]);
  });

  test.each(['Enter', 'Space', 'x', 'Y'])('%s does not confirm', async (key) => {
    const operator = operatorAt(start);
    await operator.press('x', key);
    expect(operator.top()).toBe('confirm');
    expect(operator.left.sent).toEqual([]);
  });

  test('for several rows the count has to be typed', async () => {
    const operator = operatorAt(start);
    await operator.press('Space', 'Space', 'x');
    await operator.type('3\n');
    expect(operator.left.sent).toEqual([]);
    expect(operator.top()).toBe('confirm');
    expect(operator.text()).toBe('');
    await operator.type('y\n');
    expect(operator.left.sent).toEqual([]);
    await operator.type('2\n');
    expect((await sentWrites(operator)).map(([name]) => name)).toEqual(['cancelBid', 'cancelBid']);
    expect(operator.top()).toBeNull();
  });

  test('for a volume the name has to be typed', async () => {
    const operator = operatorAt(paneFocused(start, 'volumes'));
    await operator.press('x');
    await operator.type('dat\n');
    expect(operator.left.sent).toEqual([]);
    await operator.type('data\n');
    expect(await sentWrites(operator)).toEqual([['deleteVolume', { params: { volume_fid: 'data' } }]]);
  });

  test('a volume in use names its bids and is not deleted', async () => {
    const operator = operatorAt(paneFocused(start, 'volumes'));
    await operator.press('j', 'x');
    expect(operator.notice()).toContain('held is in use by a');
    expect(operator.top()).toBeNull();
  });

  test('revoking the key that this console uses shows a warning and requires its name', async () => {
    const operator = operatorAt(paneFocused(start, 'apiKeys'));
    await operator.press('j', 'x', 'y');
    const [top] = operator.state().dialogs;
    expect(JSON.stringify(top?.kind === 'confirm' ? top.question.effect.lines : null)).toContain(
      'it will be signed out too',
    );
    expect(operator.left.sent).toEqual([]);
    await operator.press('Backspace');
    await operator.type('own\n');
    expect(await sentWrites(operator)).toEqual([['revokeApiKey', { params: { key_fid: 'own' } }]]);
  });

  test('a confirmation applies to the bid that it named, although the rows have moved', async () => {
    const operator = operatorAt(start);
    await operator.press('x');
    const bids = whole(bid('0-new', { limit_price: '$99.00' }), ...holding.bids);
    operator.controller.store.setState(rowsArrived(operator.state(), 'bids', bids, { at: NOON, sequence: 1 }, NOON));
    await operator.press('y');
    expect(await sentWrites(operator)).toEqual([['cancelBid', { params: { bid_fid: 'a' } }]]);
  });
});

describe('while the screen is frozen', () => {
  test('the rows stay the same while lists arrive, and z f updates them', async () => {
    const operator = operatorAt(start);
    const frozen = shownFids(start, 'bids');
    await operator.press('z', 'f');
    operator.controller.store.setState(
      rowsArrived(operator.state(), 'bids', whole(bid('z')), { at: NOON, sequence: 1 }, NOON),
    );
    expect(shownFids(operator.state(), 'bids')).toEqual(frozen);
    await operator.press('j');
    expect(operator.at()).toBe('b');
    await operator.press('z', 'f');
    expect(shownFids(operator.state(), 'bids')).toContain('z');
  });

  test('the header shows that the rows are frozen, and the real state of the connection', async () => {
    const operator = operatorAt(start);
    await operator.press('z', 'f');
    const error = { kind: 'aborted', reached: 'no' } as const;
    expect(connectionOf(operator.state()).text).toBe('‖ frozen 2s, ● live 2s');
    const failed = listFailed(timePassed(operator.state(), NOON + 9000), 'bids', error, NOON + 9000, null);
    expect(connectionOf(failed)).toEqual({
      text: '‖ frozen 10s, ▲ stale 10s',
      medium: '‖ ▲ stale 10s',
      brief: '‖ ▲ stale',
      tone: 'bad',
    });
  });

  test('a write is based on the current bids', async () => {
    const operator = operatorAt(start);
    await operator.press('z', 'f');
    const bids = whole(bid('a', { status: 'Terminated' }), bid('b'));
    operator.controller.store.setState(rowsArrived(operator.state(), 'bids', bids, { at: NOON, sequence: 1 }, NOON));
    await operator.press('p');
    expect(operator.notice()).toBe("a has ended, so it can't be paused.");
    expect(operator.left.sent).toEqual([]);
  });

  test.each(['p', 'x', 'e', 'N', 'i'])('%s on a bid that is gone reports that and does nothing', async (key) => {
    const operator = operatorAt(start);
    await operator.press('z', 'f');
    operator.controller.store.setState(bidGone(operator.state(), bid('b')));
    expect(operator.at()).toBe('a');
    await operator.press(key);
    expect(operator.top()).toBeNull();
    expect(operator.left.sent).toEqual([]);
    expect(operator.notice()).toBe('a is gone.');
  });
});

describe('undo', () => {
  const back = (fid: string) => pauseBid(bid(fid).row).undo ?? pauseBid(bid(fid).row);
  const paused = consoleWith({ bids: [bid('a', { status: 'Paused' }), bid('b', { status: 'Paused' })] });

  test('u shows what the last change is set back to, y sends that as an undo, Esc keeps it for later', async () => {
    const operator = operatorAt({ ...paused, undo: [[back('b')], [back('a')]] });
    await operator.press('u');
    expect(operator.state().dialogs).toMatchObject([
      {
        kind: 'confirm',
        question: {
          effect: {
            lines: [
              { text: 'a: resume it' },
              { text: 'It can cost up to 4 × $2.50 = $10.00/h more.' },
              { text: 'The stopped work stays lost.' },
            ],
          },
        },
      },
    ]);
    await operator.press('Esc');
    expect(operator.left.sent).toEqual([]);
    await operator.press('u', 'y');
    expect(await sentWrites(operator)).toEqual([['updateBid', { params: { bid_fid: 'a' }, body: { paused: false } }]]);
    expect(operator.left.sent[0]?.undo).toBe(true);
    await operator.press('u', 'y');
    expect(await sentWrites(operator, 1)).toEqual([
      ['updateBid', { params: { bid_fid: 'b' }, body: { paused: false } }],
    ]);
    await operator.press('u');
    expect(operator.notice()).toBe('There is nothing to undo.');
  });

  test('a value that the service has changed since is left alone, and the notice says so', async () => {
    const resumed = consoleWith({ bids: [bid('a', { status: 'Allocated' })] });
    const operator = operatorAt({ ...resumed, undo: [[back('a')]] });
    await operator.press('u');
    expect(operator.notice()).toBe('a is left as it is: it is no longer paused: someone else resumed it.');
    expect([operator.left.sent, operator.state().undo]).toEqual([[], []]);
  });

  test.each([
    ['$9.00', 'a is left as it is: its limit price is now $9.00, set by someone else.', null],
    ['$3', null, [{ text: 'a: limit price $3.00 back to $2.50' }]],
  ])('a price that is %s by now', async (price, notice, lines) => {
    const change = changeBid(bid('a').row, { limit_price: '$3.00' });
    const now = consoleWith({ bids: [bid('a', { limit_price: price })] });
    const operator = operatorAt({ ...now, undo: [[change.undo ?? change]] });
    await operator.press('u');
    expect(operator.notice()).toBe(notice);
    if (lines !== null) expect(operator.state().dialogs).toMatchObject([{ question: { effect: { lines } } }]);
  });

  test('of many changes those that can still be undone are undone, the others are named', async () => {
    const some = consoleWith({ bids: [bid('a', { status: 'Paused' }), bid('b', { status: 'Open' })] });
    const operator = operatorAt({ ...some, undo: [[back('a'), back('b'), back('gone')]] });
    await operator.press('u', 'y');
    expect(await sentWrites(operator)).toEqual([['updateBid', { params: { bid_fid: 'a' }, body: { paused: false } }]]);
  });
});

describe('a read-only console', () => {
  const readOnly = consoleWith({ ...holding, readOnly: true });

  test('refuses every action that could change something, and shows why', async () => {
    for (const name of loadedFeatures.paneNames) {
      for (const { key, effect } of loadedFeatures.panes[name].actions) {
        // A jump changes nothing at the service, nor does work that needs none, such as a login.
        if (effect.kind === 'jump' || (effect.kind === 'work' && effect.work.needs !== 'service')) continue;
        const operator = operatorAt(paneFocused(readOnly, name));
        await operator.press(key);
        expect(operator.notice(), `${key} in ${name}`).toContain('read-only');
        expect(operator.top(), `${key} in ${name}`).toBeNull();
        expect(operator.left.sent).toEqual([]);
      }
    }
  });

  test('refuses undo too', async () => {
    const operator = operatorAt({ ...readOnly, undo: [[pauseBid(bid('a').row)]] });
    await operator.press('u');
    expect(operator.notice()).toContain('read-only');
    expect(operator.left.sent).toEqual([]);
    expect(operator.state().undo).toHaveLength(1);
  });

  test('still jumps, filters, copies and refreshes', async () => {
    const operator = operatorAt(readOnly);
    await operator.press('y', 'i', 'Ctrl-r', 'i');
    expect(operator.left).toMatchObject({ copied: ['a'], polls: 1 });
    expect(operator.state().focus).toBe('instances');
  });
});
