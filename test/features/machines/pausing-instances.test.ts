import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { machinesRead } from '../../../src/features/machines/machines.ts';
import type { Gpu } from '../../../src/features/machines/reading.ts';
import { pauseImpact } from '../../../src/resources/bids/confirm.ts';
import { filterTyped, paneFocused, rowSelected } from '../../../src/store/panes/cursor.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { type ConsoleState, withView } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { askedBy, type Operator, operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import {
  asRecording,
  bid,
  consoleWith,
  instance,
  rowsArrivedTwice,
  startedConsole,
  whole,
  withEnded,
} from '../../store/made.ts';
import { gpu, restingGpu, sample } from './reader/made-reading.ts';
import { busy, failing, idleSince, MINUTE, withMachines } from './reader/read-machines.ts';

const holding = {
  bids: [bid('a'), bid('b'), bid('p', { status: 'Paused' }), bid('z', { status: 'Terminated' })],
  instances: [
    instance('a-1', { bid: 'a' }),
    instance('a-2', { bid: 'a' }),
    instance('b-1', { bid: 'b' }),
    instance('b-2', { bid: 'b' }),
    instance('b-3', { bid: 'b', status: 'STATUS_PREEMPTED' }),
    instance('p-1', { bid: 'p', status: 'STATUS_PAUSED' }),
    instance('r-1', { bid: null, reservation: 'res' }),
    instance('u-1', { bid: 'unlisted' }),
  ],
};
const start = paneFocused(consoleWith(holding), 'instances');

const marked = (state: ConsoleState, ...fids: readonly string[]): ConsoleState =>
  withView(state, state.focus, { marks: new Set(fids) });
const sent = async (operator: Operator): Promise<readonly unknown[]> =>
  Promise.all(operator.left.sent.flatMap(({ writes }) => writes).map(askedBy));
const pausing = (bid_fid: string, paused = true) => ['updateBid', { params: { bid_fid }, body: { paused } }];
const question = (operator: Operator): string | undefined => operator.state().tapQuestion?.effect.sentence;

function arrives(operator: Operator, instances: (typeof holding)['instances']): void {
  const { store } = operator.controller;
  const asked = { at: NOON, sequence: 1 };
  store.setState(rowsArrivedTwice(store.getState(), 'instances', whole(...instances), asked, NOON), true);
}

describe('p in Instances', () => {
  test('pauses the bid of marked instances with one write, after two taps, and their marks go', async () => {
    const operator = operatorAt(marked(start, 'a-1', 'a-2'));
    await operator.press('p');
    expect(question(operator)).toBe('pause a, 2 running instances stop ($5.00/h)');
    expect(operator.left.sent).toEqual([]);
    await operator.press('p');
    expect(await sent(operator)).toEqual([pausing('a')]);
    expect(operator.state().views.instances.marks.size).toBe(0);
  });

  test('pauses the bid of the only instance under the cursor', async () => {
    const operator = operatorAt(
      paneFocused(consoleWith({ bids: [bid('a')], instances: [instance('i', { bid: 'a' })] }), 'instances'),
    );
    await operator.press('p', 'p');
    expect(await sent(operator)).toEqual([pausing('a')]);
  });

  test('leaves a bid out of which an instance is not marked, and keeps the marks of its others', async () => {
    const operator = operatorAt(marked(start, 'a-1', 'a-2', 'b-1'));
    await operator.press('p');
    expect(question(operator)).toBe(
      'pause a, 2 running instances stop ($5.00/h). b is left out: 1 of its 2 running instances is not marked. Pause it in Bids',
    );
    await operator.press('p');
    expect(await sent(operator)).toEqual([pausing('a')]);
    expect([...operator.state().views.instances.marks]).toEqual(['b-1']);
  });

  test('counts bids that are left out together', async () => {
    const more = [...holding.instances, instance('c-1', { bid: 'c' })];
    const all = consoleWith({ bids: [...holding.bids, bid('c')], instances: more });
    const operator = operatorAt(marked(paneFocused(all, 'instances'), 'a-1', 'b-1', 'c-1'));
    await operator.press('p');
    expect(question(operator)).toBe(
      'pause c, 1 running instance stops ($2.50/h). 2 bids are left out: 2 of their 4 running instances are not marked. Pause them in Bids',
    );
  });

  test.each([
    ['a-1', 'a: 1 of its 2 running instances is not marked, and pausing stops all. Mark all, or pause it in Bids.'],
    ['p-1', 'p is paused already.'],
    ['b-3', 'b-3 does not run. b can be paused in Bids.'],
    ['r-1', 'r-1 belongs to no bid.'],
    ['u-1', 'The bid of u-1 is not in the list.'],
  ])('on %s shows why nothing is paused', async (fid, why) => {
    const operator = operatorAt(rowSelected(start, 'instances', fid));
    await operator.press('p', 'p');
    expect(operator.notice()).toBe(why);
    expect(operator.left.sent).toEqual([]);
  });

  test('names marked instances without a bid beside those that are paused', async () => {
    const operator = operatorAt(marked(start, 'r-1', 'u-1', 'a-1', 'a-2'));
    await operator.press('p');
    expect(question(operator)).toBe(
      'pause a, 2 running instances stop ($5.00/h). r-1 belongs to no bid. The bid of u-1 is not in the list',
    );
  });

  test('does nothing before the instances are complete, because others of the bid may be missing', async () => {
    const asked = { at: NOON, sequence: 0 };
    const half = rowsArrived(startedConsole(), 'bids', whole(bid('a')), asked, NOON);
    const { rows } = whole(instance('a-1', { bid: 'a' }));
    const lists = { ...half.lists, instances: { ...half.lists.instances, rows, partialSince: NOON } };
    const operator = operatorAt(marked(paneFocused({ ...half, lists }, 'instances'), 'a-1'));
    await operator.press('p', 'p');
    expect(operator.notice()).toBe('Bids and instances are still being read. Try again in a moment.');
    expect(operator.left.sent).toEqual([]);
  });

  test('leaves a bid out that names an instance which is not listed', async () => {
    const all = consoleWith({
      bids: [bid('a', { instances: ['a-1', 'a-2'] })],
      instances: [instance('a-1', { bid: 'a' })],
    });
    const operator = operatorAt(paneFocused(all, 'instances'));
    await operator.press('p', 'p');
    expect(operator.notice()).toBe(
      'a: 1 of its 2 instances is not marked, and pausing stops all. Mark all, or pause it in Bids.',
    );
    expect(operator.left.sent).toEqual([]);
  });

  test('on an instance that left the list acts on nothing, also not on the neighbor', async () => {
    const operator = operatorAt(rowSelected(start, 'instances', 'a-1'));
    arrives(operator, holding.instances.slice(1));
    await operator.press('p', 'p');
    expect(operator.notice()).toBe('a-1 is gone.');
    expect(operator.left.sent).toEqual([]);
  });

  test('asks again when an instance of the bid appears between the taps', async () => {
    const operator = operatorAt(marked(start, 'a-1', 'a-2', 'b-1', 'b-2'));
    await operator.press('p');
    expect(question(operator)).toBe('pause 2 bids, 4 running instances stop ($10.00/h)');
    arrives(operator, [...holding.instances, instance('a-3', { bid: 'a' })]);
    await operator.press('p');
    expect(operator.left.sent).toEqual([]);
    expect(question(operator)).toContain('pause b, 2 running instances stop ($5.00/h). a is left out');
    await operator.press('p');
    expect(await sent(operator)).toEqual([pausing('b')]);
  });

  test('asks again when another bid than before is left out, although the words are the same', async () => {
    const operator = operatorAt(marked(start, 'a-1', 'a-2', 'b-1', 'b-2'));
    const bids = whole(bid('a', { name: 'same' }), bid('b', { name: 'same' }));
    const store = operator.controller.store;
    store.setState(rowsArrived(operator.state(), 'bids', bids, { at: NOON, sequence: 1 }, NOON), true);
    arrives(operator, [...holding.instances, instance('a-3', { bid: 'a' })]);
    await operator.press('p');
    const before = question(operator);
    const ended = instance('a-3', { bid: 'a', status: 'STATUS_TERMINATED' });
    arrives(operator, [...holding.instances, ended, instance('b-4', { bid: 'b' })]);
    await operator.press('p');
    expect(question(operator)).toBe(before);
    expect(operator.left.sent).toEqual([]);
    await operator.press('p');
    expect(await sent(operator)).toEqual([pausing('a')]);
  });

  test('leaves marked instances out that a filter hides, and * includes them', async () => {
    const operator = operatorAt(filterTyped(marked(start, 'a-1', 'a-2', 'b-1', 'b-2'), 'instances', 'name:a-'));
    await operator.press('p');
    expect(operator.state().tapQuestion).toMatchObject({
      effect: { sentence: 'pause a, 2 running instances stop ($5.00/h)' },
      request: { hidden: { hidden: 2, marked: 4 } },
    });
    await operator.press('*', 'p');
    expect(await sent(operator)).toEqual([pausing('a'), pausing('b')]);
  });

  test('pauses bids of several projects, each once', async () => {
    const both = consoleWith({
      bids: [bid('a'), bid('o', { project: 'proj_other' })],
      instances: [instance('a-1', { bid: 'a' }), instance('o-1', { bid: 'o' }), instance('o-2', { bid: 'o' })],
    });
    const connected = { ...both.connected, projects: ['proj_other'], allProjects: true };
    const operator = operatorAt(marked(paneFocused({ ...both, connected }, 'instances'), 'o-1', 'a-1', 'o-2'));
    await operator.press('p', 'p');
    expect(await sent(operator)).toEqual([pausing('o'), pausing('a')]);
  });
});

describe('above five running bids, and on a production profile, the count is typed', () => {
  const production = { ...start, connected: { ...start.connected, production: true } };

  test('before anything is sent', async () => {
    const operator = operatorAt(marked(production, 'a-1', 'a-2', 'b-1'));
    await operator.press('p');
    expect(operator.state().dialogs).toMatchObject([
      { question: { effect: { title: 'Pause the bid a', answer: { expected: '1' } } } },
    ]);
    const [top] = operator.state().dialogs;
    const confirmation = top?.kind === 'confirm' ? top.question.effect.lines : null;
    expect(JSON.stringify(confirmation)).toContain('b is left out: 1 of its 2 running instances is not');
    await operator.type('1\n');
    expect(await sent(operator)).toEqual([pausing('a')]);
    expect([...operator.state().views.instances.marks]).toEqual(['b-1']);
  });
});

describe('r in Instances', () => {
  test('resumes the bid of a paused instance', async () => {
    const operator = operatorAt(rowSelected(start, 'instances', 'p-1'));
    await operator.press('r');
    expect(question(operator)).toContain('resume p, it can cost up to 4 × $2.50 = $10.00/h more');
    await operator.press('r');
    expect(await sent(operator)).toEqual([pausing('p', false)]);
  });

  test('shows that a running one is not paused', async () => {
    const operator = operatorAt(start);
    await operator.press('r', 'r');
    expect(operator.notice()).toBe('a is not paused.');
    expect(operator.left.sent).toEqual([]);
  });
});

describe('in the Machines pane', () => {
  const read = (fid: string, ...gpus: readonly Gpu[]) => ({ kind: 'sampled', fid, sample: sample(gpus) }) as const;
  const shown = paneFocused(
    machinesRead(start, [
      read('a-1', restingGpu(0), restingGpu(1)),
      read('a-2', restingGpu(0), restingGpu(1)),
      read('b-1', restingGpu(0), gpu(1)),
      read('b-2', restingGpu(0)),
    ]),
    'machines',
  );

  test.each([
    ['machines', ['a-1', 'a-2']],
    ['GPUs', ['a-1/00', 'a-1/01', 'a-2/00', 'a-2/01']],
  ])('p pauses the bids of the marked %s, each with one write', async (_, fids) => {
    const opened = withView(shown, 'machines', { opened: new Set(['a-1', 'a-2']) });
    const operator = operatorAt(marked(opened, ...fids));
    await operator.press('p');
    expect(question(operator)).toBe('pause a, 2 running instances stop ($5.00/h)');
    await operator.press('p');
    expect(await sent(operator)).toEqual([pausing('a')]);
    expect(operator.state().views.machines.marks.size).toBe(0);
  });

  test('p leaves the bid of a machine out of which only some GPUs are marked', async () => {
    const operator = operatorAt(filterTyped(shown, 'machines', 'gpu<5'));
    await operator.press('*', 'p');
    expect(question(operator)).toContain('pause a, 2 running instances stop');
    expect(question(operator)).toContain('b is left out: 1 of its 2 running instances is not marked with all GPUs');
    await operator.press('p');
    expect(await sent(operator)).toEqual([pausing('a')]);
  });

  test('p without marks pauses the whole machine under the cursor, and warns when another GPU of it works', async () => {
    const only = consoleWith({ bids: [bid('a')], instances: [instance('a-1', { bid: 'a' })] });
    const operator = operatorAt(paneFocused(machinesRead(only, [read('a-1', restingGpu(0), gpu(1))]), 'machines'));
    await operator.press('p');
    expect(question(operator)).toBe('pause a, 1 running instance stops ($2.50/h), and it is busy');
    await operator.press('p');
    expect(await sent(operator)).toEqual([pausing('a')]);
  });
});

test.each([
  ['read-only', { connected: { ...start.connected, readOnly: true } }, 'This console is read-only.'],
  ['a recording', { shownInstead: asRecording(start).shownInstead }, 'This is a recording: it cannot be changed.'],
])('a console that shows %s pauses and resumes nothing', async (_, over, why) => {
  for (const key of ['p', 'r']) {
    const operator = operatorAt({ ...marked(start, 'a-1', 'a-2', 'p-1'), ...over });
    await operator.press(key, key);
    expect(operator.notice()).toBe(why);
    expect(operator.left.sent).toEqual([]);
    expect(operator.top()).toBeNull();
  }
});

test('for any marks over any fleet exactly the bids are paused of which every running instance is marked', async () => {
  const statuses = ['STATUS_RUNNING', 'STATUS_STARTING', 'STATUS_STOPPED', 'STATUS_TERMINATED'];
  const fleet = fc.array(
    fc.record({
      bid: fc.integer({ min: 0, max: 5 }),
      status: fc.constantFrom(...statuses),
      marked: fc.boolean(),
    }),
    { minLength: 1, maxLength: 24 },
  );
  await fc.assert(
    fc.asyncProperty(fleet, async (made) => {
      const rows = made.map((one, n) => ({ ...one, fid: `i-${n}` }));
      const bids = [...new Set(rows.map(({ bid }) => `bid-${bid}`))];
      const state = consoleWith({
        bids: bids.map((fid) => bid(fid)),
        instances: rows.map(({ fid, bid, status }) => instance(fid, { bid: `bid-${bid}`, status })),
      });
      const marks = rows.flatMap(({ fid, marked }) => (marked ? [fid] : []));
      if (marks.length === 0) return;
      const operator = operatorAt(marked(withEnded(paneFocused(state, 'instances')), ...marks));
      await operator.press('p');
      const [top] = operator.state().dialogs;
      if (top?.kind === 'confirm') await operator.type(`${top.question.effect.rows.length}\n`);
      else await operator.press('p');
      const expected = bids.filter((fid) => {
        const runs = rows.filter((row) => `bid-${row.bid}` === fid && /RUNNING|STARTING/.test(row.status));
        return runs.length > 0 && runs.every((row) => row.marked);
      });
      const written = operator.left.sent.flatMap(({ writes }) => writes).map(({ fid }) => fid);
      expect(written.toSorted()).toEqual(expected.toSorted());
    }),
    { numRuns: 150 },
  );
});

const runs = bid('runs', { limit_price: '$2.00', instance_quantity: 3 });

test('a machine that hangs, fails or answers no more counts as not read, never as one that does nothing', () => {
  const running = ['i-1', 'i-2', 'i-3', 'i-4'].map((fid) =>
    instance(fid, { bid: 'runs', ssh_destination: `${fid}.example` }),
  );
  const hanging = [sample([], { at: NOON, gpus: { kind: 'hangs' } })];
  const start = consoleWith({ bids: [runs], instances: running });
  const impact = (machines: Parameters<typeof withMachines>[1], fids = running) =>
    pauseImpact([runs.row], contextOf(withMachines(consoleWith({ bids: [runs], instances: fids }), machines))).sentence;
  expect(
    impact({ 'i-1': busy(), 'i-2': hanging, 'i-3': failing('timeout'), 'i-4': idleSince(NOON - MINUTE) }),
  ).toContain(', 1 of them is busy, 2 machines could not be read (hangs, timeout)');
  expect(impact({ 'i-1': busy(97, NOON - 10 * MINUTE) })).toContain(', 1 machine could not be read');
  expect(impact({ 'i-1': hanging }, running.slice(0, 1))).toContain(', and its machine could not be read (hangs)');
  expect(pauseImpact([runs.row], contextOf(start)).sentence).not.toContain('read');
});
