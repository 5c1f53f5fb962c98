import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JournalEvent, ObservedChange } from '../../../src/changes/change-event.ts';
import { spanBeside } from '../../../src/features/money/picture.ts';
import { firstSpan, type History, historyOf } from '../../../src/features/why/story/history.ts';
import { storyEventsAdded, storyTab } from '../../../src/features/why/story-tab.ts';
import type { RowEvents, RowRef } from '../../../src/store/dialog-state.ts';
import { journalAnswered } from '../../journal/answered.ts';
import { textsOf } from '../../screen/ink/seen.ts';
import { operatorAt } from '../../screen/keys/press-keys.ts';
import { NOON } from '../../store/hand-clock.ts';
import { bid, consoleWith } from '../../store/made.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let count = 0;

/** An observed change at a number of minutes before noon, shortly after the poll before by default. */
function seen(minutes: number, change: Partial<ObservedChange>, more: { since?: number } = {}): JournalEvent {
  count += 1;
  const at = NOON - minutes * MINUTE;
  const since = more.since === undefined ? at - 2000 : NOON - more.since * MINUTE;
  const whole: ObservedChange = {
    kind: 'seen',
    list: 'bids',
    fid: 'a',
    name: 'a',
    bid: null,
    bidName: null,
    change: 'changed',
    field: 'status',
    from: null,
    to: null,
    ...change,
  };
  return { id: count, key: `seen:${count}`, at, since, by: 'x', payload: whole };
}

const ofInstance = (minutes: number, from: string | null, to: string | null): JournalEvent =>
  seen(minutes, {
    list: 'instances',
    fid: 'i',
    bid: 'a',
    from,
    to,
    change: from === null ? 'appeared' : to === null ? 'lost' : 'changed',
  });

/** The last hour of a bid in twelve columns of five minutes. */
function hour(
  events: readonly JournalEvent[],
  status = 'Allocated',
  running = 0,
  knownSince = NOON - 2 * HOUR,
): History {
  return historyOf(bid('a', { status }).row, running, { events, knownSince }, NOON, HOUR, 12);
}
const states = ({ slots }: History): string =>
  slots
    .map(({ status }) => (status.kind === 'known' ? (status.status?.[0] ?? '-') : status.kind === 'none' ? ' ' : '?'))
    .join('');

describe('the history of a bid', () => {
  test('a bid without changes has its present status back to the first poll', () => {
    expect(states(hour([]))).toBe('AAAAAAAAAAAA');
    expect(states(hour([], 'Allocated', 0, NOON - 20 * MINUTE))).toBe('        AAAA');
  });

  test('each status lasts until the next', () => {
    expect(states(hour([seen(30, { from: 'Open', to: 'Allocated' })]))).toBe('OOOOOOAAAAAA');
  });

  test('trouble shorter than a column is still shown', () => {
    const events = [
      seen(28, { from: 'Allocated', to: 'Preempting' }),
      seen(27, { from: 'Preempting', to: 'Allocated' }),
    ];
    expect(states(hour(events))).toBe('AAAAAAPAAAAA');
  });

  test('a time without polls in which something changed is shown as unsure', () => {
    expect(states(hour([seen(10, { from: 'Open', to: 'Allocated' }, { since: 40 })]))).toBe('OOOO??????AA');
  });

  test('a bid has no status before it was placed', () => {
    expect(states(hour([seen(20, { change: 'appeared', to: 'Allocated' }, { since: 20 })]))).toBe('        AAAA');
  });

  test('the fewest instances of each column are counted, backwards from those that run now', () => {
    const events = [
      ofInstance(40, null, 'STATUS_STARTING'),
      ofInstance(38, 'STATUS_STARTING', 'STATUS_RUNNING'),
      ofInstance(12, 'STATUS_RUNNING', null),
    ];
    expect(hour(events, 'Allocated', 3).slots.map(({ running }) => running)).toEqual([
      3, 3, 3, 3, 3, 4, 4, 4, 4, 3, 3, 3,
    ]);
  });

  test('while no console looked, the number of instances is unknown from the last poll to the next', () => {
    const event = { ...ofInstance(10, 'STATUS_RUNNING', null), since: NOON - 40 * MINUTE };
    expect(hour([event], 'Allocated', 3).slots.map(({ running }) => running)).toEqual([
      ...[4, 4, 4, 4],
      ...[null, null, null, null, null, null],
      ...[3, 3],
    ]);
  });

  test('prices are shown at the column of their first poll, after the price before', () => {
    const { firstPrice, prices } = hour([
      seen(30, { field: 'limit_price', from: '$2.00', to: '$2.20' }),
      seen(5, { field: 'limit_price', from: '$2.20', to: '$2.50' }),
    ]);
    expect(firstPrice).toBe('$2.00');
    expect(prices).toEqual([
      { column: 6, price: '$2.20' },
      { column: 11, price: '$2.50' },
    ]);
    expect(hour([]).firstPrice).toBe('$2.50');
  });
});

test('a history goes back to what is known of the bid, up to a day at first, and from half a minute to 90 days by key', () => {
  const first = (knownSince: number | null, placed = '2026-01-01T00:00:00Z'): number =>
    firstSpan(bid('a', { created_at: placed }).row, { events: [], knownSince }, NOON) / MINUTE;
  expect([first(null), first(NOON - MINUTE), first(NOON - HOUR), first(NOON - 100 * HOUR)]).toEqual([
    0.5,
    1,
    60,
    24 * 60,
  ]);
  expect(first(NOON - 100 * HOUR, '2026-11-20T11:52:00Z')).toBe(10);
  expect(spanBeside(MINUTE / 2, -1)).toBe(MINUTE / 2);
  expect(spanBeside(10 * MINUTE, 1)).toBe(20 * MINUTE);
  expect(spanBeside(90 * 24 * HOUR, 1)).toBe(90 * 24 * HOUR);
});

test('whatever is known of a bid, up to a day, the first picture of its history is more than a third full', () => {
  fc.assert(
    fc.property(fc.integer({ min: MINUTE / 4, max: 24 * HOUR }), (known) => {
      const span = firstSpan(bid('a').row, { events: [], knownSince: NOON - known }, NOON);
      // The bid was placed three hours before noon.
      const shown = Math.min(known, 3 * HOUR);
      expect(span).toBeGreaterThanOrEqual(shown);
      expect(shown / span).toBeGreaterThan(1 / 3);
    }),
  );
});

/** A console whose journal answers about a row when the test says so. */
function slowly() {
  const answers = new Map<string, (events: RowEvents) => void>();
  const rowEvents = ({ fid }: RowRef): Promise<RowEvents> => new Promise((answer) => answers.set(fid, answer));
  const operator = operatorAt(consoleWith({ bids: [bid('a'), bid('b')] }), { journal: { rowEvents } });
  const page = () => operator.state().dialogs.flatMap((dialog) => (dialog.kind === 'row-page' ? [dialog] : []));
  const shown = (): string =>
    page()
      .flatMap((open) => textsOf(storyTab.lines(operator.state(), open, { width: 80, height: 40 })))
      .join('\n');
  const answer = async (fid: string, events: readonly JournalEvent[]): Promise<void> => {
    answers.get(fid)?.({ events, knownSince: NOON - HOUR });
    await journalAnswered();
  };
  return { operator, page, shown, answer };
}
const opened = seen(30, { field: 'status', from: 'Allocated', to: 'Open' });

test('h opens the page of a bid at its story, - and + zoom, h on another tab comes back to it, and Esc closes it', async () => {
  const { operator, page, answer } = slowly();
  await operator.press('h');
  await answer('a', [opened]);
  await operator.press('-');
  expect(page()).toMatchObject([{ pane: 'bids', fid: 'a', tab: 'story', views: { story: { spanMs: 2 * HOUR } } }]);
  await operator.press('+', 'Right', 'h');
  expect(page()).toMatchObject([{ tab: 'story', views: { story: { spanMs: HOUR } } }]);
  await operator.press('Esc');
  expect(operator.top()).toBeNull();
});

test('the cursor stays on its event when another one comes, and on the newest it follows', async () => {
  const { operator, page, answer } = slowly();
  const filled = seen(20, { field: 'status', from: 'Open', to: 'Allocated' });
  await operator.press('h');
  await answer('a', [opened, filled]);
  const later = (minutes: number): void => {
    const more = [seen(minutes, { field: 'limit_price', from: '$2.00', to: `$${minutes}.00` })];
    operator.controller.store.setState(storyEventsAdded(operator.state(), more), true);
  };
  later(10);
  expect(page()).toMatchObject([{ at: 0 }]);
  await operator.press('j');
  later(5);
  expect(page()).toMatchObject([{ at: 2 }]);
});

test('keys of the row act on the row of the page, whatever is marked, and keys of every pane work in it', async () => {
  const { operator } = slowly();
  await operator.press('Space', 'h', 'e');
  expect(operator.state().dialogs).toMatchObject([
    { kind: 'row-page', fid: 'b' },
    { kind: 'form', form: { title: 'Change b' } },
  ]);
  await operator.press('Esc', '$');
  expect(operator.top()).toBe('money');
  await operator.press('Esc');
  expect(operator.top()).toBe('row-page');
  await operator.press('2');
  expect([operator.top(), operator.state().focus]).toEqual([null, 'instances']);
});

describe('the story of a bid while the journal is being read', () => {
  test('says so, and then shows what the journal has of it, up to a day', async () => {
    const { operator, page, shown, answer } = slowly();
    await operator.press('h', '-');
    expect(shown()).toContain('Reading the journal');
    await answer('a', [opened]);
    expect(shown()).toMatch(/Events\n.*a: allocated → open/);
    expect(page()).toMatchObject([{ views: { story: { spanMs: HOUR } } }]);
  });

  test('drops an answer about another bid, and one that comes when it is closed', async () => {
    const { operator, shown, answer } = slowly();
    await operator.press('h', 'Esc', 'j', 'h');
    await answer('a', [opened]);
    expect(shown()).toContain('Reading the journal');
    await operator.press('Esc');
    await answer('b', []);
    expect(operator.state().dialogs).toEqual([]);
  });

  test('has each event once that the journal tells of while it answers', async () => {
    const { operator, page, answer } = slowly();
    await operator.press('h');
    const [early, late] = [opened, { ...opened, id: opened.id + 1 }];
    operator.controller.store.setState(storyEventsAdded(operator.state(), [early]), true);
    await answer('a', [early]);
    operator.controller.store.setState(storyEventsAdded(operator.state(), [early, late]), true);
    expect(page()).toMatchObject([{ views: { story: { rowEvents: { events: [early, late] } } } }]);
  });
});
