import { describe, expect, test } from 'vitest';
import type { Sample } from '../../../src/features/machines/reading.ts';
import { parseFilter } from '../../../src/resources/filter/parse.ts';
import { visibleRows } from '../../../src/store/lists/visible-rows.ts';
import { groupedBy } from '../../../src/store/panes/arrange-columns.ts';
import { filterTyped, rowsKept } from '../../../src/store/panes/cursor.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { frozen } from '../../../src/store/transitions.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { NOON } from '../../store/hand-clock.ts';
import { asRecording, bid, consoleWith, instance, shownFids } from '../../store/made.ts';
import { GIB, gpu, sample } from './reader/made-reading.ts';
import { busy, failing, idleSince, MINUTE, withMachines } from './reader/read-machines.ts';

const NAMES = ['busy', 'half', 'idle', 'brief', 'locked', 'broken', 'none', 'unread'] as const;

/** A fleet with a machine of every kind: all of the bid `train` but `half`, which has no bid. */
const fleet = consoleWith({
  bids: [bid('train', { limit_price: '$2.50' }), bid('night', { limit_price: '€1.00' })],
  instances: [
    ...NAMES.map((fid) =>
      instance(fid, { ssh_destination: '203.0.113.7', ...(fid === 'half' ? {} : { bid: 'train' }) }),
    ),
    instance('n1', { bid: 'night' }),
    instance('n2', { bid: 'night' }),
  ],
});
const driver: readonly Sample[] = [sample({ kind: 'driver', message: 'NVRM' })];
const read = withMachines(fleet, {
  busy: busy(97),
  half: [
    sample([gpu(0, { utilization: 52, memory: { used: 76 * GIB, total: 80 * GIB } }), gpu(1, { utilization: 0 })]),
  ],
  idle: idleSince(NOON - 12 * MINUTE),
  brief: idleSince(NOON - MINUTE),
  locked: failing('no-key'),
  broken: driver,
  none: [sample({ kind: 'no-gpu' })],
  n1: busy(80),
  n2: busy(60),
});
const later = (ms: number): ConsoleState => ({ ...read, now: NOON + ms });

const cellOf = (state: ConsoleState, fid: string, id: string, beside = false) => {
  const column = loadedFeatures.panes.instances.columns.find((each) => each.id === id);
  const row = state.lists.instances.rows.get(fid)?.row;
  if (column === undefined || row === undefined) throw new Error(`there is no ${id} of ${fid}`);
  const cell = beside ? (column.beside?.cell ?? column.cell) : column.cell;
  return column.draw === undefined ? cell(row, contextOf(state)) : column.draw(row, contextOf(state), 12, true);
};
const bidCellOf = (state: ConsoleState, fid: string, id: string) => {
  const column = loadedFeatures.panes.bids.columns.find((each) => each.id === id);
  const row = state.lists.bids.rows.get(fid)?.row;
  if (column === undefined || row === undefined) throw new Error(`there is no ${id} of ${fid}`);
  return column.cell(row, contextOf(state));
};

describe('the columns GPU, MEM and IDLE of an instance', () => {
  test.each([
    ['busy', ' 97%       ⢸', 'good', '75%', '–'],
    ['half', ' 26%       ⢠', 'plain', '85%', '–'],
    ['idle', '  0%       ⢀', 'warn', '1%', '12m'],
    ['brief', '  0%       ⢀', 'warn', '1%', '1m'],
    ['locked', '▲ no key', 'warn', '–', '–'],
    ['broken', '▲ driver', 'warn', '–', '–'],
    ['none', '▲ no gpu', 'dim', '–', '–'],
    ['unread', '–', 'dim', '–', '–'],
  ])('of a machine that is %s', (fid, utilization, tone, memory, idle) => {
    expect(cellOf(read, fid, 'gpu')).toEqual({ text: utilization, tone });
    expect([cellOf(read, fid, 'mem').text, cellOf(read, fid, 'idle').text]).toEqual([memory, idle]);
  });

  test('warn of an idle machine only once it counts as idle, and of memory that is nearly used up', () => {
    expect([cellOf(read, 'idle', 'idle').tone, cellOf(read, 'brief', 'idle').tone]).toEqual(['warn', 'dim']);
    const full = withMachines(fleet, { busy: [sample([gpu(0, { memory: { used: 79 * GIB, total: 80 * GIB } })])] });
    expect(cellOf(full, 'busy', 'mem')).toEqual({ text: '99%', tone: 'warn' });
  });

  test('of a stale sample are dim and say its age; without the column that says it they show nothing', () => {
    const stale = later(2 * MINUTE);
    expect(cellOf(stale, 'idle', 'gpu')).toEqual({ text: '  0% 2m ago', tone: 'dim' });
    expect(cellOf(stale, 'idle', 'mem', true)).toEqual({ text: '1%', tone: 'dim' });
    expect(cellOf(stale, 'idle', 'idle', true)).toEqual({ text: '12m', tone: 'dim' });
    expect([cellOf(stale, 'idle', 'mem').text, cellOf(stale, 'idle', 'idle').text]).toEqual(['–', '–']);
    for (const id of ['gpu', 'mem', 'idle']) expect(cellOf(later(11 * MINUTE), 'idle', id, true).text).toBe('–');
  });

  test('the column GPU says in words for how long a machine is idle where IDLE has no room', () => {
    const column = loadedFeatures.panes.instances.columns.find(({ id }) => id === 'gpu');
    const drawn = (fid: string, width: number, state = read) => {
      const row = state.lists.instances.rows.get(fid)?.row;
      return row === undefined ? undefined : column?.draw?.(row, contextOf(state), width, false);
    };
    expect(drawn('idle', 12)).toEqual({ text: '0% idle 12m', tone: 'warn' });
    expect(drawn('idle', 8)).toEqual({ text: 'idle 12m', tone: 'warn' });
    expect(drawn('brief', 12)).toEqual(cellOf(read, 'brief', 'gpu'));
    expect(drawn('busy', 12)).toEqual(cellOf(read, 'busy', 'gpu'));
    expect(drawn('idle', 12, later(2 * MINUTE))).toEqual({ text: '  0% 2m ago', tone: 'dim' });
  });

  test('stand still on a frozen screen, and go on when it is live again', () => {
    const still = { ...frozen(read), now: NOON + 5 * MINUTE };
    const busyNow = withMachines(still, { idle: busy(99, NOON + 5 * MINUTE) });
    for (const id of ['gpu', 'mem', 'idle']) expect(cellOf(busyNow, 'idle', id)).toEqual(cellOf(read, 'idle', id));
    expect(shownFids(filterTyped(busyNow, 'instances', 'idle>10m'), 'instances')).toEqual(['idle']);
    expect(cellOf({ ...busyNow, frozen: null }, 'idle', 'gpu').text).toMatch(/^ 99%/);
  });

  test('show nothing in a recording', () => {
    expect(cellOf(asRecording(fleet), 'busy', 'gpu').text).toBe('–');
  });
});

describe('the columns of a bid', () => {
  test('are over its running instances, with ~ while some of their machines are not read', () => {
    expect(bidCellOf(read, 'night', 'gpu')).toEqual({ text: '70%', tone: 'good' });
    expect(bidCellOf(read, 'train', 'gpu')).toEqual({ text: '~32%', tone: 'dim' });
    expect(bidCellOf(read, 'night', 'mem').text).toBe('75%');
    expect(bidCellOf(fleet, 'night', 'gpu').text).toBe('–');
    expect(bidCellOf(later(2 * MINUTE), 'night', 'gpu')).toEqual({ text: '~70%', tone: 'dim' });
  });

  test('a bid is idle since the last of its machines went idle, and only when all of them are read', () => {
    const idle = withMachines(read, {
      n1: idleSince(NOON - 30 * MINUTE),
      n2: idleSince(NOON - 11 * MINUTE),
    });
    expect(bidCellOf(idle, 'night', 'idle')).toEqual({ text: '11m', tone: 'warn' });
    expect(bidCellOf(withMachines(read, { n1: idleSince(NOON - 30 * MINUTE) }), 'night', 'idle').text).toBe('–');
    expect(bidCellOf(withMachines(idle, { n2: failing('closed') }), 'night', 'idle').text).toBe('11m');
    const gone = { ...withMachines(idle, { n2: failing('closed') }), now: NOON + MINUTE };
    expect(bidCellOf(gone, 'night', 'idle').text).toBe('–');
    expect(bidCellOf(withMachines(fleet, { n1: idleSince(NOON - 30 * MINUTE) }), 'night', 'idle').text).toBe('–');
  });
});

describe('a filter', () => {
  const found = (filter: string, state = read) => [...shownFids(filterTyped(state, 'instances', filter), 'instances')];

  test.each([
    ['gpu<5', ['brief', 'idle']],
    ['util>=97', ['busy']],
    ['gpu=26', ['half']],
    ['idle>10m', ['idle']],
    ['idle>=12m', ['idle']],
    ['idle>12m', []],
    ['idle<5m', ['brief', 'busy', 'half', 'n1', 'n2']],
    ['mem>80%', ['half']],
    ['memory>80', ['half']],
    ['gpu:"no key"', ['locked']],
    ['gpu:driver', ['broken']],
    ['97', []],
  ])('%s finds the machines that fit, and those alone', (filter, fids) => {
    expect(found(filter)).toEqual(fids);
  });

  test('finds no machine by numbers that are no longer true', () => {
    expect(found('idle>10m', later(2 * MINUTE)), 'as of its last sample').toEqual(['idle']);
    expect(found('idle>10m', later(11 * MINUTE))).toEqual([]);
    const lost = { ...withMachines(read, { idle: failing('timeout') }), now: NOON + MINUTE };
    expect(found('idle>10m', lost)).toEqual([]);
    expect(found('gpu<5', lost)).not.toContain('idle');
  });

  test('finds bids too', () => {
    expect(shownFids(filterTyped(read, 'bids', 'gpu>65'), 'bids')).toEqual(['night']);
  });
});

test('rows sort by each column, those that are not known last', () => {
  const sorted = (column: string, descending = false) => [
    ...shownFids(rowsKept(read, 'instances', { sort: { column, descending } }), 'instances'),
  ];
  expect(sorted('gpu').slice(0, 6)).toEqual(['brief', 'idle', 'half', 'n2', 'n1', 'busy']);
  expect(sorted('gpu', true).slice(0, 3)).toEqual(['busy', 'n1', 'n2']);
  expect(sorted('idle', true).slice(0, 2)).toEqual(['idle', 'brief']);
  expect(sorted('mem', true)[0]).toBe('half');
});

describe('a group', () => {
  const totals = (state: ConsoleState, pane: 'bids' | 'instances', by: string) =>
    visibleRows(groupedBy(state, pane, by), pane).groups.map(({ title, totals: of }) => {
      const { sums, note } = of(contextOf(state));
      return [title, sums().get('gpu'), sums().get('mem'), note()];
    });

  test('of instances has their mean utilization, and what idles in it with its cost', () => {
    expect(totals(read, 'instances', 'bid')).toEqual([
      ['night', '70%', '75%', ''],
      ['train', '~32%', '~25%', '1 idle · $2.50/h at most'],
      ['–', '26%', '85%', ''],
    ]);
  });

  test('of bids counts the idle machines of their instances, each currency apart', () => {
    const idle = withMachines(read, { n1: idleSince(NOON - 30 * MINUTE) });
    expect(totals(idle, 'bids', 'type')).toEqual([['8xh100', '~31%', '~30%', '2 idle · €1.00 + $2.50/h at most']]);
  });

  test('follows the samples while its rows stay', () => {
    const grouped = groupedBy(read, 'instances', 'bid');
    const [night] = visibleRows(grouped, 'instances').groups;
    expect(night?.totals(contextOf(grouped)).sums().get('gpu')).toBe('70%');
    const next = withMachines(grouped, { n1: busy(100), n2: busy(100) });
    const [same] = visibleRows(next, 'instances').groups;
    expect(same?.totals(contextOf(next)).sums().get('gpu')).toBe('100%');
  });
});

test('a filter with a misspelt column of machines says which one is meant', () => {
  const why = 'There is no column idel. Did you mean idle? Put a word with > in quotes.';
  expect(parseFilter('idel>10m', loadedFeatures.panes.bids.columns)).toEqual({ ok: false, error: { at: 0, why } });
});
