import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Outcome } from '../../../src/api/result.ts';
import type { NewBid } from '../../../src/contract/bid.ts';
import { ProjectId } from '../../../src/contract/fid.ts';
import { type Hold, holdProject } from '../../../src/features/fleet/kept/hold.ts';
import { applyLease, fleetJournal, type SentWrite } from '../../../src/features/fleet/kept/journal.ts';
import { keptOf } from '../../../src/features/fleet/kept/send-kept.ts';
import { settleEarlier } from '../../../src/features/fleet/kept/settle.ts';
import { sameThread } from '../../../src/journal/same-thread.ts';
import { placeBid } from '../../../src/resources/bids/writes.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { openTestJournal } from '../../journal/open.ts';
import { HERE, noted } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { type HandClock, handClock, NOON, quiet } from '../../store/hand-clock.ts';
import { bid, consoleWith, type Holding, volume } from '../../store/made.ts';

const SECOND = 1000;

/** A program applying files to one project, with a hand-moved clock and its own connection to the journal. */
function programOn(path: string, clock: HandClock) {
  const journal = openTestJournal(path, clock.now);
  onTestFinished(journal.close);
  const said: string[] = [];
  const hold = (): Promise<Outcome<Hold, string>> =>
    holdProject({
      journal: sameThread(journal),
      scope: HERE,
      clock,
      program: 'spotdeck apply fleet.toml',
      say: (line) => void said.push(line),
    });
  return { hold, said };
}

/** The value once some time has passed, second by second. */
async function within<Value>(ms: number, clocks: readonly HandClock[], work: Promise<Value>): Promise<Value | 'waits'> {
  let done: Value | 'waits' = 'waits';
  void work.then((value) => {
    done = value;
  });
  await quiet();
  for (let passed = 0; passed < ms && done === 'waits'; passed += SECOND)
    for (const clock of clocks) await clock.pass(SECOND);
  return done;
}

/** A process no machine has. */
const DEAD = 2 ** 30;

/** A whole list before, with some bids of the name. */
const placing = (more: Partial<NewBid> = {}, known: readonly string[] = []) => ({
  call: 'placeBid' as const,
  body: {
    project: ProjectId.parse('proj_demo'),
    region: 'eu-n1',
    instance_type: '8xh100',
    limit_price: '2.50',
    name: 'train',
    instance_quantity: 4,
    launch_specification: { volumes: [], ssh_keys: [] },
    ...more,
  },
  known: [...known],
  isWhole: true,
  newestAt: null,
});
const PLACE = placing();

async function held(work: Promise<Outcome<Hold, string>>): Promise<Hold> {
  const hold = await work;
  if (!hold.ok) throw new Error(hold.error);
  return hold.value;
}

describe('one program applies to a project at a time', () => {
  const REFUSED = {
    ok: false,
    error: expect.stringMatching(
      /^spotdeck apply fleet\.toml on .+, process \d+, since 2026-11-20 12:00:00 UTC, applies to \S+\. One program does so at a time\.$/,
    ),
  };

  test('another one of this machine says at once who does and since when, and applies once that has ended', async () => {
    const [path, clock] = [newPath(), handClock()];
    const [first, second] = [programOn(path, clock), programOn(path, clock)];
    const hold = await held(first.hold());
    await clock.pass(60 * SECOND);
    expect(await within(0, [clock], second.hold())).toEqual(REFUSED);
    expect(second.said).toEqual([]);
    await hold.release();
    await (await held(second.hold())).release();
  });

  test('one of another machine is watched, and is at work as long as it renews its lease', async () => {
    const [path, clock] = [newPath(), handClock()];
    const journal = openTestJournal(path, clock.now);
    onTestFinished(journal.close);
    const runs = 'spotdeck apply fleet.toml on far, process 1, since 2026-11-20 12:00:00 UTC';
    const renew = (): void => {
      journal.takeLease(applyLease(HERE), `far.${DEAD}:apply`, runs, null);
      clock.after(5 * SECOND, renew);
    };
    renew();
    const { hold, said } = programOn(path, clock);
    expect(await within(10 * SECOND, [clock], hold())).toEqual(REFUSED);
    expect(said).toEqual([`${runs}, applied to ${HERE.project}. Whether it still does is looked at for 20s.`]);
  });

  test('what was killed is taken over after 20 seconds, and sends nothing more if it comes back', async () => {
    const path = newPath();
    const [standing, clock] = [handClock(), handClock(NOON + 60 * SECOND)];
    const killed = await held(programOn(path, standing).hold());
    const taking = programOn(path, clock).hold();
    expect(await within(19 * SECOND, [clock], taking)).toBe('waits');
    const taken = await within(3 * SECOND, [clock], taking);
    expect(taken).toMatchObject({ ok: true });
    expect(await killed.begin(PLACE)).toEqual({ ok: false, error: 'lost' });
    if (taken !== 'waits' && taken.ok) expect(await taken.value.begin(PLACE)).toMatchObject({ ok: true });
  });

  test('a journal that can not be used lets none apply', async () => {
    const clock = handClock();
    const hold = await within(5 * SECOND, [clock], programOn('/dev/null/journal.db', clock).hold());
    expect(hold).toEqual({ ok: false, error: expect.stringContaining('Another program may apply to') });
  });
});

describe('the next run finds out what became of a write without an outcome', () => {
  /** Lists at seconds after the next run began, `sinceMs` after the write was kept. */
  async function settled(sent: SentWrite, lists: Readonly<Record<number, Holding>>, sinceMs = 0) {
    const clock = handClock();
    const { hold } = programOn(newPath(), clock);
    const holding = await held(hold());
    expect(await holding.begin(sent)).toMatchObject({ ok: true });
    await clock.pass(sinceMs);
    const began = clock.steady();
    const said: string[] = [];
    let reads = 0;
    const read = async () => {
      reads += 1;
      const seconds = (clock.steady() - began) / SECOND;
      const [, rows = {}] = Object.entries(lists).findLast(([from]) => Number(from) <= seconds) ?? [];
      return contextOf(consoleWith(rows));
    };
    const work = settleEarlier({ hold: holding, clock, read, say: (line) => void said.push(line) });
    expect(await within(60 * SECOND, [clock], work)).toBe(true);
    expect(await holding.open()).toEqual([]);
    return { seconds: (clock.steady() - began) / SECOND, said, reads };
  }
  const train = (more = {}) => ({ bids: [bid('b2', { name: 'train', ...more })] });
  const update = (body: Extract<SentWrite, { readonly call: 'updateBid' }>['body']): SentWrite => ({
    call: 'updateBid',
    name: 'train',
    fid: 'b2',
    body,
  });

  const cases: readonly {
    readonly what: string;
    readonly sent: SentWrite;
    readonly lists: Readonly<Record<number, Holding>>;
    readonly seconds: number;
    readonly done: boolean;
  }[] = [
    { what: 'a bid that comes late', sent: PLACE, lists: { 0: {}, 3: train() }, seconds: 3, done: true },
    { what: 'a bid that never comes', sent: PLACE, lists: { 0: {} }, seconds: 30, done: false },
    {
      what: 'a bid beside one of its name that was there',
      sent: placing({}, ['b2']),
      lists: { 0: train(), 9: { bids: [...train().bids, bid('b3', { name: 'train' })] } },
      seconds: 9,
      done: true,
    },
    {
      what: 'a bid whose name only looks the same',
      sent: PLACE,
      lists: { 0: train({ name: 'train\u200b' }) },
      seconds: 30,
      done: false,
    },
    {
      what: 'a volume',
      sent: {
        call: 'createVolume',
        body: {
          name: 'data',
          project: ProjectId.parse('proj_demo'),
          disk_interface: 'Block',
          region: 'eu-n1',
          size_gb: 500,
        },
        known: [],
        isWhole: true,
        newestAt: null,
      },
      lists: { 0: {}, 6: { volumes: [volume('v1', { name: 'data' })] } },
      seconds: 6,
      done: true,
    },
    {
      what: 'a pause',
      sent: update({ paused: true }),
      lists: { 0: train(), 3: train({ status: 'Paused' }) },
      seconds: 3,
      done: true,
    },
    {
      what: 'a price',
      sent: update({ limit_price: '$3.00' }),
      lists: { 0: train(), 3: train({ limit_price: '$3' }) },
      seconds: 3,
      done: true,
    },
    {
      what: 'a price that stays',
      sent: update({ limit_price: '$3.00' }),
      lists: { 0: train() },
      seconds: 30,
      done: false,
    },
    {
      what: 'a bid that was cancelled',
      sent: { call: 'cancelBid', name: 'train', fid: 'b2' },
      lists: { 0: train(), 3: {} },
      seconds: 3,
      done: true,
    },
    {
      what: 'a volume that was deleted',
      sent: { call: 'deleteVolume', name: 'data', fid: 'v1' },
      lists: { 0: { volumes: [volume('v1')] } },
      seconds: 30,
      done: false,
    },
  ];
  test.each(cases)('$what: after $seconds s', async ({ sent, lists, seconds, done }) => {
    const found = await settled(sent, lists);
    expect(found.seconds).toBe(seconds);
    expect(found.said.at(-1)).toMatch(done ? /the list shows that it was carried out\.$/ : /was not carried out\.$/);
  });

  test.each([
    ['has ended', { status: 'Terminated' }, 'train (b2), but it has ended'],
    ['is of another type', { instance_type: '1xa100' }, 'train (b2), but its instance type is 1xa100'],
    ['is in another region', { region: 'us1' }, 'train (b2), but its region is us1'],
    ['is of another quantity', { instance_quantity: 0 }, 'train (b2), but its number of instances is 0'],
    ['has another price', { limit_price: '$250' }, 'train (b2), but its limit price is $250.00'],
    ['is of another project', { project: 'proj_other' }, 'train (b2), but its project is proj_other'],
  ])('a new bid of the name that %s is not taken for the one that was sent', async (_, more, what) => {
    const { seconds, said } = await settled(PLACE, { 0: train(more) });
    expect(seconds).toBe(30);
    expect(said.at(-1)).toBe(
      `An earlier run was to place the bid train: it is not known whether it was carried out. The list has ${what}.`,
    );
    // The sent one may come later.
    const late = await settled(PLACE, {
      0: train(more),
      9: { bids: [...train(more).bids, bid('b3', { name: 'train' })] },
    });
    expect(late).toMatchObject({ seconds: 9 });
    expect(late.said.at(-1)).toMatch(/was carried out\.$/);
  });

  test('what another version has kept is waited for, and said; a journal that can not be read lets nothing be sent', async () => {
    const [path, clock] = [newPath(), handClock()];
    const { hold } = programOn(path, clock);
    const holding = await held(hold());
    expect(await holding.begin(PLACE)).toMatchObject({ ok: true });
    const database = new DatabaseSync(path);
    database.exec('UPDATE fleet_writes SET sent = \'{"call":"placeBid"}\'');
    database.close();
    const said: string[] = [];
    const settle = (from: Pick<Hold, 'open' | 'end'>) =>
      settleEarlier({
        hold: from,
        clock,
        read: async () => contextOf(consoleWith(train())),
        say: (line) => void said.push(line),
      });
    expect(await within(29 * SECOND, [clock], settle(holding))).toBe('waits');
    expect(await within(31 * SECOND, [clock], settle(holding))).toBe(true);
    expect(said.at(-1)).toBe(
      "An earlier run was to do what this version can't read: it is not known whether it was carried out.",
    );
    await expect(settle({ ...holding, open: async () => null })).rejects.toThrow("The journal can't be read");
  });

  test('what is kept of a bid has no startup script', () => {
    const body = { ...placing().body, launch_specification: { volumes: [], ssh_keys: [], startup_script: 'secret' } };
    const kept = keptOf(placeBid(body), contextOf(consoleWith(train())));
    expect(kept).toMatchObject({ call: 'placeBid', body: { name: 'train' }, known: ['b2'], isWhole: true });
    expect(JSON.stringify(kept)).not.toContain('secret');
  });

  test('it waits only for the rest of the 30 seconds, and reads the lists once more after them', async () => {
    expect(await settled(PLACE, { 0: {} }, 22 * SECOND)).toMatchObject({ seconds: 8 });
    expect(await settled(PLACE, { 0: {} }, 60 * SECOND)).toMatchObject({ seconds: 0, reads: 1 });
  });
});

test('writes that can not be read are not taken for none, also when the journal can be written', () => {
  const path = newPath();
  const journal = fleetJournal(openTestJournal(path, () => NOON));
  onTestFinished(() => journal.close());
  expect(journal.openFleetWrites(HERE)).toEqual([]);
  const other = new DatabaseSync(path);
  other.exec('ALTER TABLE fleet_writes RENAME TO elsewhere');
  other.close();
  expect(journal.openFleetWrites(HERE)).toBeNull();
  journal.note(HERE, 'written', NOON, noted('operator', 'done', 'Pause a'));
  expect(journal.warning()).toBeNull();
  expect(journal.openFleetWrites(HERE)).toBeNull();
});
