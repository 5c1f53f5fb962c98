import { describe, expect, test } from 'vitest';
import type { JournalEvent } from '../../../src/changes/change-event.ts';
import type { BidRecord, BidSteps } from '../../../src/features/money/bid-record.ts';
import { widthOf } from '../../../src/lib/width.ts';
import { themeFor } from '../../../src/screen/dialogs/theme.ts';
import { screenLines } from '../../../src/screen/ink/screen-lines.ts';
import { pageOpened } from '../../../src/store/panes/cursor.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { seen } from '../../screen/ink/seen.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith, instance } from '../../store/made.ts';
import { moneyFrom } from '../money/known.ts';

const HOUR = 3_600_000;

/** An instance of a bid that was lost in the absence. */
const lost = (id: number, of: string): JournalEvent => ({
  id,
  key: String(id),
  at: NOON,
  since: NOON - 8 * HOUR,
  by: 'other',
  payload: {
    kind: 'seen',
    list: 'instances',
    fid: `${of}-${id}`,
    name: `${of}-${id}`,
    bid: of,
    bidName: of,
    change: 'lost',
    field: 'status',
    from: 'STATUS_RUNNING',
    to: null,
  },
});

/** A neighbour of the type and region that held its instances at a price for two hours. */
function heldAt(micros: bigint, type = '8xh100'): BidRecord {
  const step = { state: 'allocated', limit: { sign: '$', micros }, quantity: 1, running: 1 } as const;
  const steps: BidSteps = {
    traits: { bid: `held-${type}`, name: 'held', type, region: 'eu-n1' },
    steps: [{ ...step, at: NOON - 2 * HOUR, since: NOON - 2 * HOUR }],
  };
  return { project: 'proj_demo', bids: [steps], observed: [{ from: NOON - 2 * HOUR, to: NOON }] };
}

/** A console with the page of what happened, in which these bids lost an instance each. */
function away(state: ConsoleState, fids: readonly string[], records: readonly BidRecord[] = [heldAt(3_000_000n)]) {
  const time = { from: NOON - 8 * HOUR, to: NOON };
  const events = fids.map((fid, n) => lost(n + 1, fid));
  const parts = [{ project: 'proj_demo', time, events }];
  return operatorAt({
    ...pageOpened(state, 'activity'),
    money: moneyFrom({ records, readAt: NOON }),
    summary: { parts, away: true },
  });
}

const open = (fid: string, more = {}) => bid(fid, { status: 'Open', ...more });

describe('e in the page of what happened', () => {
  test('raises each bid that lost instances and is out to the price that would fill it, once, after a review', async () => {
    const bids = [open('a'), open('b', { status: 'Preempting' }), open('never-ran'), bid('fine')];
    const operator = away(consoleWith({ bids }), ['a', 'b', 'fine']);
    await operator.press('e');
    expect(operator.top()).toBe('form');
    await operator.press('Ctrl-s');
    expect(operator.left.sent).toEqual([]);
    const top = operator.state().dialogs.at(-1);
    expect(top?.kind === 'form' && top.step.kind === 'review' ? top.step.question.effect.review : null).toEqual([
      { field: 'a', value: '$2.50 → $3.00' },
      { field: 'b', value: '$2.50 → $3.00' },
    ]);
    await operator.press('Enter');
    const writes = operator.left.sent.flatMap((sent) => sent.writes);
    expect(writes.map(({ call, fid, input }) => [call, fid, 'body' in input ? input.body : null])).toEqual([
      ['updateBid', 'a', { limit_price: '$3.00' }],
      ['updateBid', 'b', { limit_price: '$3.00' }],
    ]);
    expect([operator.top(), operator.state().page]).toEqual([null, 'activity']);
  });

  test('a bid of which not enough was seen, and one that bids enough already, keep their price and say so', async () => {
    const bids = [open('a'), open('rare', { instance_type: 'rare' }), open('high', { limit_price: '$9.00' })];
    const operator = away(consoleWith({ bids }), ['a', 'rare', 'high']);
    await operator.press('e', 'Ctrl-s');
    const top = operator.state().dialogs.at(-1);
    expect(top?.kind === 'form' && top.step.kind === 'review' ? top.step.question.effect.review : null).toEqual([
      { field: 'a', value: '$2.50 → $3.00' },
      { field: 'high', value: 'left out: $3.00 would fill it, so its price stays' },
      { field: 'rare', value: 'left out: not enough seen yet, so its price stays' },
    ]);
    await operator.press('Enter');
    expect(operator.left.submitted.map(({ fid }) => fid)).toEqual(['a']);
  });

  test('a price ten times the old one wants the number of bids typed', async () => {
    const operator = away(consoleWith({ bids: [open('a'), open('b')] }), ['a', 'b'], [heldAt(30_000_000n)]);
    await operator.press('e', 'Ctrl-s', 'Enter');
    expect(operator.left.sent).toEqual([]);
    await operator.type('2');
    await operator.press('Enter');
    expect(operator.left.sent.flatMap(({ writes }) => writes)).toHaveLength(2);
  });

  test('a read-only console sends nothing, and one that has nothing to get back says so', async () => {
    const readOnly = away(consoleWith({ bids: [open('a')], readOnly: true }), ['a']);
    await readOnly.press('e');
    expect(readOnly.top()).toBeNull();
    expect(readOnly.notice()).toMatch(/read-only/);
    const paused = away(consoleWith({ bids: [bid('a', { status: 'Paused' })] }), ['a']);
    await paused.press('e');
    expect(paused.notice()).toBe('No bid that lost instances is open or being preempted now.');
  });

  test('in any fleet exactly one write goes to each bid that lost instances and is out, and none to others', async () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let fleet = 0; fleet < 60; fleet += 1) {
      const statuses = ['Open', 'Preempting', 'Paused', 'Allocated', 'Terminated', 'Odd'];
      const made = Array.from({ length: 2 + random(10) }, (_, n) => ({
        fid: `bid-${n}`,
        status: statuses[random(statuses.length)] ?? 'Open',
        price: `$${random(2) === 0 ? '2.50' : '3.50'}`,
        lost: random(2) === 0,
      }));
      const bids = made.map(({ fid, status, price }) => bid(fid, { status, limit_price: price }));
      const operator = away(
        consoleWith({ bids }),
        made.filter((one) => one.lost).map(({ fid }) => fid),
      );
      await operator.press('e', 'Ctrl-s', 'Enter');
      const wanted = made.filter(
        (one) => one.lost && ['Open', 'Preempting'].includes(one.status) && one.price === '$2.50',
      );
      const writes = [...operator.left.sent.flatMap((sent) => sent.writes), ...operator.left.submitted];
      expect(writes.map(({ fid }) => fid).toSorted()).toEqual(wanted.map(({ fid }) => fid).toSorted());
    }
  });
});

describe('the page of what happened', () => {
  const bids = [
    open('a', { limit_price: '$1.00' }),
    open('b', { limit_price: '$9.00' }),
    open('c', { region: 'us-c3' }),
  ];
  const opened = () => away(consoleWith({ bids, instances: [instance('x', { bid: 'a' })] }), ['a', 'b', 'c', 'gone']);
  const shown = (operator: ReturnType<typeof opened>): string =>
    screenLines(operator.state(), themeFor('16')).map(seen).join('\n');

  test('is Activity over the whole screen, with what is out now above it by type and region, the dearest first', () => {
    const screen = shown(opened());
    expect(screen).toMatch(/While you were away: the last 8h/);
    expect(screen).toMatch(/4 bids lost 4 instances/);
    expect(screen).toMatch(/: 2 bids, out since \d\d:\d\d, .* \(b, a\)[\s\S]*c \(.* in us-c3\): lost, out since/);
    expect(screen).toMatch(/7 Activity/);
  });

  test.each(['Esc', 'q', 'W'])('%s goes back to the pane before it, and ends nothing', async (key) => {
    const operator = opened();
    await operator.press(key);
    expect([operator.state().page, operator.state().focus]).toEqual([null, 'bids']);
    expect(operator.left.quits).toBe(0);
  });

  test('1 goes to the bids, and ? and : open over it', async () => {
    const operator = opened();
    await operator.press('?');
    expect(operator.top()).toBe('help');
    await operator.press('Esc', ':');
    expect(operator.top()).toBe('palette');
    await operator.press('Esc', '1');
    expect([operator.state().page, operator.state().focus]).toEqual([null, 'bids']);
  });

  test.each([
    [160, 45],
    [100, 30],
    [80, 24],
    [60, 20],
    [40, 10],
  ])('fits %i × %i, with events below it', (columns, rows) => {
    const operator = opened();
    operator.controller.store.setState({ ...operator.state(), size: { columns, rows } }, true);
    const lines = screenLines(operator.state(), themeFor('16')).map(seen);
    expect(lines).toHaveLength(rows);
    expect(lines.every((line) => widthOf(line) <= columns)).toBe(true);
    expect(lines.join('\n')).toMatch(/TIME/);
  });
});
