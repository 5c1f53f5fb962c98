import { describe, expect, test } from 'vitest';
import { parsePrice } from '../../../src/lib/money.ts';
import { pauseBid, resumeBid } from '../../../src/resources/bids/writes.ts';
import { reviewTable } from '../../../src/screen/dialogs/form-review.ts';
import { HELD_MS, STOPPED_MS } from '../../../src/screen/keymap/key-to-write.ts';
import { addActivity, operatorActivity } from '../../../src/store/activity.ts';
import { topDialog } from '../../../src/store/dialogs/dialog-stack.ts';
import { rowSelected } from '../../../src/store/panes/cursor.ts';
import { UNANSWERABLE_MS } from '../../../src/store/question.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { listFailed, partArrived, rowsArrived } from '../../../src/store/transitions.ts';
import { undoable } from '../../../src/store/writes/pending-writes.ts';
import { NOON } from '../../store/hand-clock.ts';
import { asRecording, bid, consoleWith, instance, whole } from '../../store/made.ts';
import { asking, instances, start } from './asking.ts';

/** The rows of the open review, as they are drawn. */
function reviewOf(state: ConsoleState): unknown {
  const top = topDialog(state);
  return top?.kind === 'form' ? reviewTable(state, top, { width: 100, height: 30 })?.rows : null;
}

describe('resume applies to paused bids alone', () => {
  test('r on a bid that is allocated and running says that it is not paused, and sends nothing', () => {
    const at = asking(rowSelected(start, 'bids', 'a'));
    at.key('r');
    expect([at.notice(), at.written()]).toEqual(['a is not paused.', []]);
  });

  test('* r resumes the paused ones, and says how many are left out', async () => {
    const at = asking();
    await at.press('*', 'r');
    expect(at.state().tapQuestion?.effect.sentence).toBe(
      'resume b, it can cost up to 4 × $12.00 = $48.00/h more. 1 of 2 is left out: a is not paused',
    );
    await at.press('r');
    expect(at.written()).toEqual([['updateBid', 'b']]);
  });

  test('over the budget it says from how much to how much of it', async () => {
    const budget = parsePrice('$50.00');
    const at = asking(rowSelected({ ...start, connected: { ...start.connected, budget } }, 'bids', 'b'));
    await at.press('r');
    expect(at.state().tapQuestion?.effect.sentence).toBe(
      'resume b, it can cost up to 4 × $12.00 = $48.00/h more, over the budget of $50.00/h (20 % → 116 %)',
    );
  });
});

describe('undo', () => {
  const resumed = (state: ConsoleState): ConsoleState =>
    undoable(
      state,
      [resumeBid(bid('a').row).undo].flatMap((write) => write ?? []),
      NOON,
    );

  test('of a resume names what stops and what it costs, as p does', async () => {
    const at = asking(resumed(start));
    await at.press('u');
    expect(at.dialog()).toContain('2 running instances stop ($5.00/h).');
    expect(at.written()).toEqual([]);
    await at.press('y');
    expect(at.written()).toEqual([['updateBid', 'a']]);
  });

  test('in a production profile has the count typed', async () => {
    const at = asking(resumed({ ...start, connected: { ...start.connected, production: true } }));
    await at.press('u', 'y');
    expect(at.written()).toEqual([]);
    await at.press('Backspace');
    await at.type('1\n');
    expect(at.written()).toEqual([['updateBid', 'a']]);
  });

  const paused = undoable(
    consoleWith({ bids: [bid('a', { status: 'Paused' })] }),
    [pauseBid(bid('a').row).undo].flatMap((write) => write ?? []),
    NOON,
  );
  const ruled = (state: ConsoleState): ConsoleState =>
    addActivity(
      state,
      operatorActivity(
        7,
        { ...resumeBid(bid('a').row), agent: { kind: 'rule', name: 'nights', reason: 'it is 7 am' } },
        NOON + 1000,
        'done',
        '',
      ),
    );

  test('names the own rule that has changed the bid since, not somebody else', async () => {
    const at = asking(ruled(paused));
    at.change((now) => rowsArrived(now, 'bids', whole(bid('a')), { at: NOON + 2000, sequence: 2 }, NOON + 2000));
    await at.press('u');
    expect(at.notice()).toBe('a is left as it is: it is no longer paused: the rule nights resumed it.');
  });

  test.each([
    ['that a rule resumed before', ruled],
    ['that nobody here changed', (state: ConsoleState) => state],
  ])('leaves a bid alone %s and somebody else resumed and paused again since', async (_, before) => {
    const at = asking(before(paused));
    for (const [n, from, to] of [
      [2000, 'Paused', 'Open'],
      [900_000, 'Open', 'Paused'],
    ] as const)
      at.change((now) =>
        addActivity(now, {
          ...operatorActivity(n, pauseBid(bid('a').row), NOON + n, 'seen', ''),
          fid: `seen-${n}`,
          who: 'service',
          kind: { kind: 'seen', list: 'bids', change: 'changed', field: 'status', from, to, bid: null, bidName: null },
        }),
      );
    await at.press('u');
    expect(at.notice()).toBe('a is left as it is: it was resumed and paused again since, by someone else.');
    expect(at.written()).toEqual([]);
  });
});

describe('a question says what it would do now', () => {
  test('x counts an instance that started since, and its y must come after that', async () => {
    const at = asking(rowSelected(start, 'bids', 'a'));
    at.key('x');
    expect(at.dialog()).toContain('2 instances will stop.');
    await at.clock.pass(UNANSWERABLE_MS);
    at.run(...instances, instance('a-3', { bid: 'a' }));
    expect(at.dialog()).toContain('3 instances will stop. (changed)');
    at.key('y');
    expect(at.written()).toEqual([]);
    await at.clock.pass(UNANSWERABLE_MS);
    await at.answers('y');
    expect(at.written()).toEqual([['cancelBid', 'a']]);
  });

  test('a bid that was cancelled elsewhere is not cancelled again: the dialog says why', async () => {
    const at = asking(rowSelected(start, 'bids', 'a'));
    await at.asks('x');
    at.change((now) =>
      rowsArrived(now, 'bids', whole(bid('a', { status: 'Terminated' })), { at: NOON, sequence: 1 }, NOON),
    );
    at.key('y');
    expect(at.dialog()).toContain("a has ended, so it can't be cancelled.");
    await at.clock.pass(UNANSWERABLE_MS);
    await at.answers('y');
    expect([at.top(), at.notice(), at.written()]).toEqual([null, "a has ended, so it can't be cancelled.", []]);
  });

  test('a typed count begins again when an instance more would stop', async () => {
    const fids = ['a', 'b', 'c', 'd', 'e', 'f'];
    const runs = fids.map((fid) => instance(`${fid}-1`, { bid: fid }));
    const at = asking(consoleWith({ bids: fids.map((fid) => bid(fid)), instances: runs }));
    await at.press('*', 'p');
    at.key('6');
    at.run(...runs, instance('a-2', { bid: 'a' }));
    expect(at.text()).toBe('');
    await at.clock.pass(UNANSWERABLE_MS);
    await at.answers('Enter');
    expect(at.written()).toEqual([]);
    at.key('6');
    at.key('Enter');
    expect(at.written()).toHaveLength(6);
  });

  test('on lists that failed it says how old its counts are, and nothing is done without asking', async () => {
    const at = asking(rowSelected(consoleWith({ bids: [bid('a', { status: 'Open' })] }), 'bids', 'a'));
    await at.clock.pass(4000);
    at.tick();
    const error = { kind: 'unreachable', reached: 'no', why: 'refused', where: 'market.example' } as const;
    at.change((now) => listFailed(now, 'instances', error, at.clock.now(), null));
    at.key('p');
    expect(at.written()).toEqual([]);
    expect(at.foot()).toContain('pause a, as of 4s ago.');
  });

  test('on rows that were not read for long it says how old they are, however new others of their list are', async () => {
    const bids = [bid('a', { status: 'Open' }), bid('b', { status: 'Open' })];
    const at = asking(rowSelected(consoleWith({ bids }), 'bids', 'a'));
    const [a, b] = bids.map(({ row }) => row.fid);
    const reread = (fid: string | undefined, sequence: number): void =>
      at.change((now) => {
        const rows = new Map([...now.lists.bids.rows].filter(([own]) => own === fid));
        return partArrived(now, 'bids', { rows, gone: [] }, { at: at.clock.now(), sequence }, at.clock.now());
      });
    await at.clock.pass(45_000);
    at.tick();
    at.change((now) => rowsArrived(now, 'instances', whole(), { at: at.clock.now(), sequence: 1 }, at.clock.now()));
    reread(b, 2);
    at.key('p');
    expect(at.written(), 'nothing is done without asking').toEqual([]);
    expect(at.foot()).toContain('pause a, as of 45s ago.');
    at.key('Esc');
    reread(a, 3);
    at.key('p');
    expect(at.foot()).not.toContain('ago');
  });

  test.each([
    ['the dialog of x', ['x'], ''],
    ['the review of a price', ['e'], '2.6'],
  ] as const)('on lists that failed %s says how old its counts are', async (_, keys, price) => {
    const at = asking(rowSelected(start, 'bids', 'a'));
    await at.clock.pass(45_000);
    at.tick();
    const error = { kind: 'unreachable', reached: 'no', why: 'refused', where: 'market.example' } as const;
    at.change((now) => listFailed(now, 'instances', error, at.clock.now(), null));
    await at.press(...keys);
    await at.type(price);
    if (price !== '') await at.press('Ctrl-s');
    expect(at.dialog()).toMatch(/as of 45s ago/i);
  });
});

describe('the review of a form', () => {
  const cheap = bid('a', { limit_price: '$0.75' });
  const colleague = (at: ReturnType<typeof asking>, more: Readonly<Record<string, unknown>>): void =>
    at.change((now) => rowsArrived(now, 'bids', whole(bid('a', more)), { at: NOON, sequence: 1 }, NOON));
  const reviewing = async (): Promise<ReturnType<typeof asking>> => {
    const at = asking(rowSelected(consoleWith({ bids: [cheap], instances }), 'bids', 'a'));
    await at.press('e');
    await at.type('0.80');
    await at.press('Ctrl-s');
    await at.clock.pass(UNANSWERABLE_MS);
    return at;
  };

  test('shows the value as it is now, marks it, and asks the price guard again: half of it is typed', async () => {
    const at = await reviewing();
    colleague(at, { limit_price: '$1.60' });
    const [top] = at.state().dialogs;
    expect(top === undefined ? '' : JSON.stringify(reviewOf(at.state()))).toContain('$1.60 → $0.80 (changed)');
    await at.asks('Enter');
    await at.answers('Enter');
    expect(at.left.submitted).toEqual([]);
    await at.type('0.80');
    await at.answers('Enter');
    expect(at.left.submitted).toHaveLength(1);
  });

  test('a price typed again counts for what was said when it was asked for: another reason asks anew', async () => {
    const running = [1, 2].map((n) => instance(`a-${n}`, { bid: 'a' }));
    const at = asking(rowSelected(consoleWith({ bids: [bid('a')], instances: running }), 'bids', 'a'));
    await at.press('e');
    await at.type('0.50');
    await at.press('Ctrl-s');
    await at.clock.pass(UNANSWERABLE_MS);
    await at.type('0.50');
    at.run(...running, instance('a-3', { bid: 'a' }));
    await at.clock.pass(UNANSWERABLE_MS);
    at.key('Enter');
    expect(at.left.submitted).toEqual([]);
    await at.clock.pass(HELD_MS);
    await at.type('0.50');
    await at.answers('Enter');
    expect(at.left.submitted).toHaveLength(1);
  });

  test('of a bid that has ended meanwhile goes back to the form with the reason, and sends nothing', async () => {
    const at = await reviewing();
    colleague(at, { status: 'Terminated' });
    at.key('Enter');
    expect(at.left.submitted).toEqual([]);
    const [top] = at.state().dialogs;
    expect(top?.kind === 'form' ? [top.step.kind, top.refusal] : null).toEqual([
      'fields',
      "a has ended, so it can't be changed.",
    ]);
  });

  test('of several bids computes +10% from the price of now', async () => {
    const at = asking(consoleWith({ bids: [cheap, bid('b', { limit_price: '$1.00' })] }));
    await at.press('*', 'e');
    await at.type('+10%');
    await at.press('Ctrl-s');
    await at.clock.pass(UNANSWERABLE_MS);
    at.change((now) =>
      rowsArrived(now, 'bids', whole(cheap, bid('b', { limit_price: '$1.20' })), { at: NOON, sequence: 1 }, NOON),
    );
    expect(at.dialog()).toContain('(changed)');
    at.key('Enter');
    expect(at.written()).toEqual([]);
    await at.clock.pass(UNANSWERABLE_MS);
    await at.answers('Enter');
    const writes = at.left.sent.flatMap((sent) => sent.writes);
    expect(writes.map(({ price }) => price).toSorted()).toEqual(['$0.83', '$1.32']);
  });
});

describe('nothing acts on a screen that shows nothing', () => {
  test.each([
    ['p', 'p'],
    ['x', 'y'],
    ['*', 'p', 'y'],
    ['u', 'y'],
  ])('%s %s', async (...keys) => {
    const at = asking({ ...rowSelected(start, 'bids', 'a'), size: { columns: 39, rows: 45 } });
    for (const name of keys) {
      await at.asks(name);
    }
    expect([at.written(), at.top(), at.state().tapQuestion]).toEqual([[], null, null]);
  });

  test('a question that is open when the screen becomes too small waits until it can be seen again', async () => {
    const at = asking(rowSelected(start, 'bids', 'a'));
    await at.asks('x');
    at.change((now) => ({ ...now, size: { columns: 160, rows: 9 } }));
    at.key('y');
    at.change((now) => ({ ...now, size: { columns: 160, rows: 45 } }));
    at.key('y');
    expect(at.written()).toEqual([]);
    await at.clock.pass(UNANSWERABLE_MS);
    await at.answers('y');
    expect(at.written()).toEqual([['cancelBid', 'a']]);
  });

  test('Ctrl-c still quits', () => {
    const at = asking({ ...start, size: { columns: 20, rows: 5 } });
    at.key('Ctrl-c');
    expect(at.left.quits).toBe(1);
  });
});

describe('a program that was stopped, or a machine that was asleep', () => {
  test.each(['the clock ticks first', 'the key comes first'])('asks anew, x too, when %s', async (first) => {
    const at = asking(rowSelected(start, 'bids', 'a'));
    await at.asks('x');
    at.clock.jump(STOPPED_MS + 1);
    if (first === 'the clock ticks first') at.tick();
    at.key('y');
    expect([at.written(), at.top()]).toEqual([[], 'confirm']);
    await at.clock.pass(UNANSWERABLE_MS);
    await at.answers('y');
    expect(at.written()).toEqual([['cancelBid', 'a']]);
  });

  test('is not what a recording is, whose time is another one: its time stays', () => {
    const at = asking(asRecording(start));
    at.clock.jump(STOPPED_MS + 1);
    at.key('j');
    expect(at.state().now).toBe(NOON);
  });

  test('asks anew whether to quit', async () => {
    const at = asking({ ...start, dialogs: [{ kind: 'quit', why: 'A rotation is under way.' }] });
    at.tick();
    await at.clock.pass(UNANSWERABLE_MS);
    at.clock.jump(STOPPED_MS + 1);
    at.key('y');
    expect([at.left.quits, at.top()]).toEqual([0, 'quit']);
    await at.clock.pass(UNANSWERABLE_MS);
    at.key('j');
    at.key('y');
    expect(at.left.quits).toBe(1);
  });

  test('lets a first tap go', async () => {
    const at = asking(rowSelected(start, 'bids', 'a'));
    await at.asks('p');
    at.clock.jump(STOPPED_MS + 1);
    await at.answers('p');
    expect(at.written()).toEqual([]);
    expect(at.state().tapQuestion).not.toBeNull();
  });
});

describe('a key that is held down', () => {
  test.each([
    ['repeats at once', 0],
    ['repeats after 300 ms', 300],
    ['repeats after 500 ms', 500],
    ['repeats after 660 ms', 660],
  ])('pauses nothing where it %s', async (_, delay) => {
    const at = asking(rowSelected(start, 'bids', 'a'));
    at.key('p');
    await at.clock.pass(delay);
    for (let n = 0; n < 40; n++) {
      at.key('p');
      await at.clock.pass(30);
    }
    expect(at.written()).toEqual([]);
  });

  test.each([
    ['one bid', ['e'], '0.80'],
    ['several bids', ['*', 'e'], '+10%'],
  ] as const)('opens the review of %s with Enter, but does not send it', async (_, keys, price) => {
    for (const delay of [0, 300, 500, 660]) {
      const at = asking(
        rowSelected(consoleWith({ bids: [bid('a', { limit_price: '$0.75' }), bid('b')] }), 'bids', 'a'),
      );
      await at.press(...keys);
      await at.type(price);
      at.key('Enter');
      await at.clock.pass(delay);
      for (let n = 0; n < 40; n++) {
        at.key('Enter');
        await at.clock.pass(30);
      }
      await at.clock.pass(2 * UNANSWERABLE_MS);
      expect([at.left.submitted, at.written()]).toEqual([[], []]);
      expect(reviewOf(at.state())).not.toBeNull();
      at.key('Enter');
      expect(at.left.submitted.length + at.left.sent.length).toBe(0);
      await at.clock.pass(HELD_MS);
      expect(at.left.submitted.length + at.left.sent.length).toBe(1);
    }
  });

  test('an answer that waits for whether its key is held down is taken back by Esc, and counts at once with another key', async () => {
    for (const [last, sent] of [
      ['Esc', 0],
      ['Down', 1],
    ] as const) {
      const at = asking(rowSelected(consoleWith({ bids: [bid('a', { limit_price: '$0.75' })] }), 'bids', 'a'));
      await at.press('e');
      await at.type('0.80');
      at.key('Enter');
      at.key('Enter');
      await at.clock.pass(2 * UNANSWERABLE_MS);
      at.key('Enter');
      await at.answers(last);
      expect(at.left.submitted).toHaveLength(sent);
    }
  });

  test.each([2, 3, 4])('and is let go after %i repeats pauses nothing', async (repeats) => {
    const at = asking(rowSelected(start, 'bids', 'a'));
    at.key('p');
    await at.clock.pass(500);
    for (let n = 0; n < repeats; n++) {
      at.key('p');
      await at.clock.pass(30);
    }
    await at.clock.pass(HELD_MS);
    expect(at.written()).toEqual([]);
  });

  test('as the terminal says pauses nothing and sends nothing, however far apart its repeats come', async () => {
    const at = asking(rowSelected(start, 'bids', 'a'));
    at.key('p');
    for (let n = 0; n < 3; n++) {
      await at.clock.pass(1000);
      at.key('p', true);
      expect(at.notice()).toBe('p is held down, so nothing was done. Let it go, then press it again.');
      at.key('y', true);
    }
    await at.clock.pass(HELD_MS);
    expect(at.written()).toEqual([]);
    await at.answers('p');
    expect(at.written()).toEqual([['updateBid', 'a']]);
  });

  test('is told apart from two quick taps, 400 ms apart', async () => {
    const at = asking(rowSelected(start, 'bids', 'a'));
    at.key('p');
    await at.clock.pass(400);
    await at.answers('p');
    expect(at.written()).toEqual([['updateBid', 'a']]);
  });

  test('another key right after the second tap counts it first, and Esc takes it back', async () => {
    const at = asking(rowSelected(start, 'bids', 'a'));
    for (const [last, written] of [
      ['Esc', []],
      ['j', [['updateBid', 'a']]],
    ] as const) {
      at.key('p');
      await at.clock.pass(400);
      at.key('p');
      at.key(last);
      expect(at.written()).toEqual(written);
    }
  });
});
