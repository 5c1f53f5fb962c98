import { describe, expect, onTestFinished, test } from 'vitest';
import { keyOf } from '../../../src/journal/scope.ts';
import { MINUTE_MS } from '../../../src/lib/duration.ts';
import { visibleRows } from '../../../src/store/lists/visible-rows.ts';
import { filterTyped } from '../../../src/store/panes/cursor.ts';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { bid, instance } from '../../store/made.ts';
import { watchingFrom } from './watching.ts';

const SECOND = 1000;

function watching(path = newPath(), start?: number) {
  const console = watchingFrom(path, start);
  onTestFinished(() => console.end());
  return console;
}

const cheap = (status: string) => bid('cheap', { status, limit_price: '$2.00', instance_quantity: 1 });
const dear = (status: string) => bid('dear', { status, limit_price: '$3.00', instance_quantity: 1 });
const runs = (fid: string) => instance(`${fid}-0`, { bid: fid });

describe('an open bid', () => {
  test('that waits below all that run is outbid or without room, and the reason names the lowest of them', async () => {
    const console = watching();
    await console.poll(0, [cheap('Allocated'), dear('Allocated')], [runs('cheap'), runs('dear')]);
    await console.poll(5 * SECOND, [cheap('Preempting'), dear('Allocated')], [runs('cheap'), runs('dear')]);
    expect(console.why('cheap')).toMatch(
      /^Being preempted since \d\d:\d\d, outbid or without capacity: its limit is \$2\.00/,
    );
    await console.poll(30 * SECOND, [cheap('Preempting'), dear('Allocated')], [runs('cheap'), runs('dear')]);
    expect(console.why('cheap')).toMatch(
      /^Being preempted since \d\d:\d\d, outbid or without capacity: its limit is \$2\.00, your bids that run here are at \$3\.00 or more\.$/,
    );
    await console.poll(5 * MINUTE_MS, [cheap('Open'), dear('Allocated')], [runs('dear')]);
    await console.poll(30 * SECOND, [cheap('Open'), dear('Allocated')], [runs('dear')]);
    expect(console.why('cheap')).toMatch(
      /^Outbid or without capacity since \d\d:\d\d, preempted at \d\d:\d\d: its limit is \$2\.00, your bids that run here are at \$3\.00 or more\.$/,
    );
    expect(console.short('cheap')).toBe('outbid or no room');
    expect(console.short('dear')).toBeNull();
  });

  test('that waits above one that runs lacks capacity, which is certain', async () => {
    const console = watching();
    await console.poll(0, [cheap('Allocated'), dear('Open')], [runs('cheap')]);
    await console.poll(30 * SECOND, [cheap('Allocated'), dear('Open')], [runs('cheap')]);
    expect(console.why('dear')).toBe('Not enough capacity: cheap runs at $2.00, so the price is not above its $3.00.');
    expect(console.explained('dear')?.certainty).toBe('certain');
  });

  test.each([
    ['of another type', { instance_type: '1xl40s' }],
    ['in another region', { region: 'us-1' }],
    ['in another currency', { limit_price: 'EUR 2.00' }],
  ])('is not explained by one that runs %s', async (_, more) => {
    const console = watching();
    const other = bid('cheap', { limit_price: '$2.00', instance_quantity: 1, ...more });
    await console.poll(0, [other, dear('Open')], [runs('cheap')]);
    await console.poll(30 * SECOND, [other, dear('Open')], [runs('cheap')]);
    expect(console.why('dear')).toBe(
      'Outbid or without capacity: no bid of yours runs in this type and region to show which.',
    );
    expect(console.explained('dear')?.certainty).toBe('likely');
  });

  test('that is preempted is outbid or without room until that is decided, and then says one reason to its end', async () => {
    const console = watching();
    const going = (fid: string) => instance(`${fid}-0`, { bid: fid, status: 'STATUS_PREEMPTING' });
    const gone = (fid: string) => instance(`${fid}-0`, { bid: fid, status: 'STATUS_PREEMPTED' });
    const higher = bid('higher', { limit_price: '$9.00', instance_quantity: 1 });
    const beside = [runs('cheap'), runs('higher')];
    await console.poll(0, [cheap('Allocated'), dear('Allocated'), higher], [...beside, runs('dear')]);
    const said: (string | null)[] = [];
    const poll = async (status: string, own: ReturnType<typeof going>) => {
      await console.poll(2 * SECOND, [cheap('Allocated'), dear(status), higher], [...beside, own]);
      const short = console.short('dear');
      if (said.at(-1) !== short) said.push(short);
    };
    // The list of instances is read before that of bids, and then the bid waits again.
    await poll('Allocated', going('dear'));
    for (let n = 0; n < 8; n += 1) await poll('Preempting', going('dear'));
    for (let n = 0; n < 30; n += 1) await poll('Open', gone('dear'));
    expect(said).toEqual(['outbid or no room', 'no room']);
    expect(console.explained('dear')).toMatchObject({ certainty: 'certain' });
    expect(console.explained('dear')?.help).not.toMatch(/limit|price/);
  });

  test('lacks capacity once a lower one has run beside it for a while, and not before', async () => {
    const console = watching();
    const higher = bid('higher', { limit_price: '$9.00', instance_quantity: 1 });
    await console.poll(0, [cheap('Open'), dear('Open'), higher], [runs('higher')]);
    await console.poll(60 * SECOND, [cheap('Open'), dear('Open'), higher], [runs('higher')]);
    expect(console.short('dear')).toBe('outbid or no room');
    await console.poll(2 * SECOND, [cheap('Allocated'), dear('Open'), higher], [runs('higher'), runs('cheap')]);
    expect(console.short('dear')).toBe('outbid or no room');
    await console.poll(30 * SECOND, [cheap('Allocated'), dear('Open'), higher], [runs('higher'), runs('cheap')]);
    expect(console.short('dear')).toBe('no room');
  });

  test('that was preempted and has none of yours beside it may be outbid or without capacity', async () => {
    const console = watching();
    await console.poll(0, [dear('Allocated')], [runs('dear')]);
    await console.poll(5 * SECOND, [dear('Open')]);
    await console.poll(60 * SECOND, [dear('Open')]);
    expect(console.why('dear')).toMatch(
      /^Outbid or without capacity since \d\d:\d\d, preempted at \d\d:\d\d: no bid of yours runs in this type and region to show which\.$/,
    );
    expect(console.explained('dear')?.help).toMatch(/^If it is outbid, .*; if there is no room, /);
  });

  test('whose price was raised a moment ago has no reason yet, whatever runs beside it', async () => {
    const console = watching();
    const raised = bid('cheap', { status: 'Open', limit_price: '$4.00', instance_quantity: 1 });
    await console.poll(0, [cheap('Open'), dear('Allocated')], [runs('dear')]);
    await console.poll(60 * SECOND, [cheap('Open'), dear('Allocated')], [runs('dear')]);
    await console.poll(2 * SECOND, [raised, dear('Allocated')], [runs('dear')]);
    expect(console.short('cheap')).toBe('new');
    await console.poll(30 * SECOND, [raised, dear('Allocated')], [runs('dear')]);
    expect(console.short('cheap')).toBe('no room');
  });

  test('whose own instances still stop waits for them, and not for those that have stopped', async () => {
    const console = watching();
    const own = (status: string) => [instance('dear-0', { bid: 'dear', status })];
    await console.poll(0, [dear('Open')], own('STATUS_STOPPING'));
    expect(console.why('dear')).toBe('1 instance of it is still stopping.');
    await console.poll(60 * SECOND, [dear('Open')], own('STATUS_STOPPED'));
    expect(console.short('dear')).toBe('outbid or no room');
  });
});

describe('a paused bid', () => {
  test('says that the operator did it', async () => {
    const console = watching();
    await console.poll(0, [dear('Allocated')], [runs('dear')]);
    await console.poll(60 * SECOND, [dear('Allocated')], [runs('dear')]);
    console.did('dear', 'pause');
    await console.poll(2 * SECOND, [dear('Paused')]);
    expect(console.why('dear')).toMatch(/^Paused by you at \d\d:\d\d\.$/);
    expect(console.short('dear')).toBe('by you');
  });

  test('names the rule that did it', async () => {
    const console = watching();
    await console.poll(0, [dear('Allocated')], [runs('dear')]);
    console.did('dear', 'pause', { rule: 'nights-off' });
    await console.poll(2 * SECOND, [dear('Paused')]);
    expect(console.why('dear')).toMatch(/^Paused by the rule nights-off at \d\d:\d\d\.$/);
    expect(console.short('dear')).toBe('by nights-off');
  });

  test('says that it was somebody else when no program on this journal did it', async () => {
    const console = watching();
    await console.poll(0, [dear('Allocated')], [runs('dear')]);
    console.did('dear', 'change');
    await console.poll(2 * SECOND, [dear('Paused')]);
    expect(console.why('dear')).toMatch(/^Paused at \d\d:\d\d, not by a program with this journal\.$/);
  });

  test('is not said to be the work of an operator who did the opposite', async () => {
    const console = watching();
    await console.poll(0, [dear('Allocated')], [runs('dear')]);
    console.did('dear', 'resume');
    await console.poll(2 * SECOND, [dear('Paused')]);
    expect(console.short('dear')).toBe('by others');
  });

  test('is not said to be the work of the operator whose earlier pause was undone', async () => {
    const console = watching();
    await console.poll(0, [dear('Allocated')], [runs('dear')]);
    console.did('dear', 'pause');
    await console.poll(2 * SECOND, [dear('Paused')]);
    console.did('dear', 'resume');
    await console.poll(2 * SECOND, [dear('Open')]);
    // That it is paused again, and not that answers are from before, is sure once none can be that far behind.
    for (let answer = 0; answer < 4; answer += 1) await console.poll(60 * SECOND, [dear('Paused')]);
    expect(console.short('dear')).toBe('by others');
  });

  test.each(['refused', 'unknown'] as const)(
    'is not said to be the work of an operator whose request was %s',
    async (outcome) => {
      const console = watching();
      await console.poll(0, [dear('Allocated')], [runs('dear')]);
      console.did('dear', 'pause', { outcome });
      await console.poll(2 * SECOND, [dear('Paused')]);
      expect(console.short('dear')).toBe(outcome === 'refused' ? 'by others' : '?');
    },
  );

  test('that was so when the journal began says that nothing shows by whom', async () => {
    const console = watching();
    await console.poll(0, [dear('Paused')]);
    await console.poll(60 * SECOND, [dear('Paused')]);
    expect(console.why('dear')).toBe('Paused before this journal saw it; nothing shows by whom.');
    expect(console.since('dear')?.kind).toBe('at-least');
  });

  test('that nobody looked at for hours is not said to be surely as it was before', async () => {
    const path = newPath();
    const before = watchingFrom(path);
    await before.poll(0, [dear('Allocated')], [runs('dear')]);
    before.did('dear', 'pause');
    await before.poll(2 * SECOND, [dear('Paused')]);
    await before.poll(30 * SECOND, [dear('Paused')]);
    const left = before.now();
    before.end();
    const after = watching(path, left + 180 * MINUTE_MS);
    await after.poll(0, [dear('Paused')]);
    await after.poll(70 * SECOND, [dear('Paused')]);
    expect(after.why('dear')).toMatch(
      /^Paused by you in another program at \d\d:\d\d\. Nobody looked from \d\d:\d\d to \d\d:\d\d, so that may have changed\.$/,
    );
    expect(after.short('dear')).toBe('by you?');
    expect(after.explained('dear')?.certainty).toBe('likely');
  });
});

describe('a bid that is allocated', () => {
  const four = bid('four', { instance_quantity: 4 });
  const starts = (n: number, status = 'STATUS_STARTING') => instance(`four-${n}`, { bid: 'four', status });

  test('that starts again says how long it usually takes, by its own instances before', async () => {
    const console = watching();
    await console.poll(0, [four], []);
    await console.poll(2 * SECOND, [four], [starts(0)]);
    await console.poll(90 * SECOND, [four], [instance('four-0', { bid: 'four' })]);
    await console.poll(MINUTE_MS, [four], [starts(0, 'STATUS_PREEMPTED'), starts(1)]);
    await console.poll(20 * SECOND, [four], [starts(0, 'STATUS_PREEMPTED'), starts(1)]);
    expect(console.why('four')).toMatch(/; it usually takes 1m( 30s)?\.$|; it usually takes 90s\.$/);
  });

  test('has no reason while all runs', async () => {
    const console = watching();
    await console.poll(0, [dear('Allocated')], [runs('dear')]);
    expect(console.why('dear')).toBeNull();
  });

  test('says how many instances start', async () => {
    const console = watching();
    await console.poll(0, [four], []);
    await console.poll(2 * SECOND, [four], [starts(0), starts(1), instance('four-2', { bid: 'four' })]);
    await console.poll(20 * SECOND, [four], [starts(0), starts(1), instance('four-2', { bid: 'four' })]);
    expect(console.why('four')).toBe('2 of 4 instances start, the first for 20s.');
  });

  test('says how many are missing, and an error before all', async () => {
    const console = watching();
    await console.poll(0, [four], [instance('four-2', { bid: 'four' })]);
    expect(console.short('four')).toBe('3 missing');
    await console.poll(2 * SECOND, [four], [starts(0, 'STATUS_ERROR'), starts(1)]);
    expect(console.short('four')).toBe('error');
  });
});

describe('an instance', () => {
  test('that was preempted, stops with its bid, or has a status that nobody knows says so', async () => {
    const console = watching();
    await console.poll(0, [dear('Allocated')], [runs('dear')]);
    console.did('dear', 'pause');
    await console.poll(2 * SECOND, [dear('Paused')], [instance('dear-0', { bid: 'dear', status: 'STATUS_PAUSED' })]);
    expect(console.whyInstance('dear-0')).toMatch(/^Stopped with its bid dear: paused by you at \d\d:\d\d\.$/);
    await console.poll(
      2 * SECOND,
      [dear('Open')],
      [
        instance('dear-0', { bid: 'dear', status: 'STATUS_PREEMPTED' }),
        instance('dear-1', { bid: 'dear', status: 'STATUS_TRANSMOGRIFIED' }),
      ],
    );
    expect(console.whyInstance('dear-0')).toMatch(
      /^Preempted at \d\d:\d\d: its bid dear was outbid or had no room at \$3\.00\.$/,
    );
    expect(console.whyInstance('dear-1')).toMatch(/^The service says STATUS_TRANSMOGRIFIED/);
  });
});

test('SINCE counts from the change, and what was so when the journal began is at least that old', async () => {
  const console = watching();
  await console.poll(0, [dear('Open'), cheap('Open')]);
  await console.poll(10 * MINUTE_MS, [dear('Allocated'), cheap('Open')]);
  await console.poll(3 * MINUTE_MS, [dear('Allocated'), cheap('Open')]);
  expect(console.since('dear')).toMatchObject({ kind: 'seen', at: console.now() - 3 * MINUTE_MS });
  expect(console.since('cheap')).toMatchObject({ kind: 'at-least', at: console.now() - 13 * MINUTE_MS });
});

test('`/status:paused since<90m` finds what was paused lately, and not what has been so for long', async () => {
  const console = watching();
  await console.poll(0, [dear('Allocated'), cheap('Allocated')]);
  await console.poll(MINUTE_MS, [dear('Allocated'), cheap('Paused')]);
  await console.poll(100 * MINUTE_MS, [dear('Paused'), cheap('Paused')]);
  const found = (filter: string) =>
    visibleRows(filterTyped(console.state(), 'bids', filter), 'bids').rows.map(({ row }) => String(row.fid));
  expect(found('status:paused since<90m')).toEqual(['dear']);
  expect(found('status:paused since>90m')).toEqual(['cheap']);
  expect(found('why:others')).toEqual(['cheap', 'dear']);
});

test('what another program has written in its own way hides nothing that comes after it', async () => {
  const path = newPath();
  const before = watchingFrom(path);
  await before.poll(0, [dear('Allocated')], [runs('dear')]);
  before.journal.access.atOnce(() => {
    for (let n = 0; n < 250; n++)
      before.journal.access.database
        .prepare('INSERT INTO entries (scope, at, fid, by, payload) VALUES (?, ?, ?, ?, ?)')
        .run(keyOf(HERE), before.now(), 'dear', 'newer', '{"kind":"noted","who":"the moon"}');
  });
  before.did('dear', 'pause');
  await before.poll(2 * SECOND, [dear('Paused')]);
  const left = before.now();
  before.end();
  const after = watching(path, left + 2 * SECOND);
  await after.poll(0, [dear('Paused')]);
  expect(after.why('dear')).toMatch(/^Paused by you in another program at \d\d:\d\d\.$/);
  // Its story names the same actor.
  expect(after.explained('dear')?.past.map(({ what }) => what)).toContain('pause by you in another program');
});
