import { describe, expect, test } from 'vitest';
import type { ListedRow } from '../../../src/api/result.ts';
import { BEHIND_MS } from '../../../src/changes/newer.ts';
import type { Bid } from '../../../src/contract/bid.ts';
import type { Instance } from '../../../src/contract/instance.ts';
import { resumeBid } from '../../../src/resources/bids/writes.ts';
import type { Write } from '../../../src/resources/write.ts';
import { requestedAt, rowAnswered } from '../../../src/store/list.ts';
import { judgingOf } from '../../../src/store/lists/judging.ts';
import { type ConsoleState, placeOf, withList } from '../../../src/store/state.ts';
import { rowsArrived } from '../../../src/store/transitions.ts';
import { writeFinished } from '../../../src/store/writes/finished-write.ts';
import { writeSent } from '../../../src/store/writes/pending-writes.ts';
import { NOON } from '../hand-clock.ts';
import { bid, consoleWith, instance, whole } from '../made.ts';

/** Time between two answers, in milliseconds, and answers until none can be of a replica that is behind. */
const EVERY_MS = 2000;
const UNEXPLAINED = BEHIND_MS / EVERY_MS + 1;

/** A console that gets one answer after the other, and the changes that it has seen. */
function reading(start: ConsoleState) {
  let state = start;
  let turn = 0;
  const changes: string[] = [];
  const next = () => {
    turn += 1;
    const at = NOON + turn * EVERY_MS;
    return { poll: { at, sequence: turn }, at };
  };
  const note = (name: 'bids' | 'instances'): void => {
    for (const { change } of state.lists[name].observed.changes)
      changes.push(`${change.fid} ${change.change}: ${change.from} > ${change.to}`);
  };
  return {
    changes,
    now: () => NOON + turn * EVERY_MS,
    lists: () => state.lists,
    bids: (...rows: readonly ListedRow<Bid>[]): void => {
      const { poll, at } = next();
      state = rowsArrived(state, 'bids', whole(...rows), poll, at);
      note('bids');
    },
    instances: (...rows: readonly ListedRow<Instance>[]): void => {
      const { poll, at } = next();
      state = rowsArrived(state, 'instances', whole(...rows), poll, at);
      note('instances');
    },
    /** The answer to a change of our own. */
    answered: (row: ListedRow<Bid>): void => {
      const { poll, at } = next();
      const judging = judgingOf(state, 'bids');
      state = withList(state, 'bids', rowAnswered(state.lists.bids, row, poll.sequence, at, judging));
    },
    /** A change of our own is accepted, and nothing shows it yet. */
    asked: (write: Write): void => {
      const { poll, at } = next();
      const sent = writeSent(state, poll.sequence, write, at);
      const outcome = { kind: 'accepted', why: 'accepted, but it is as it was' } as const;
      const timing = { id: poll.sequence, sentAt: at, sequence: poll.sequence, now: at };
      state = writeFinished(sent, { write, outcome, place: placeOf(state) }, timing);
    },
    status: (fid: string): string | null | undefined => state.lists.bids.rows.get(fid)?.row.status,
  };
}

/** Two instances that run, and a bid that names both. */
const [one, two] = [instance('i-1', { bid: 'train' }), instance('i-2', { bid: 'train' })];
const naming = (...instances: readonly string[]) => bid('train', { instances });

describe('an instance that an answer misses', () => {
  test('is not lost when the next answer has it, and is as old as the answer that brought it', () => {
    const console = reading(consoleWith({ bids: [naming('i-1', 'i-2')], instances: [one, two] }));
    console.instances(one);
    expect([...console.lists().instances.rows.keys()]).toEqual(['i-1', 'i-2']);
    expect(requestedAt(console.lists().instances, 'i-2')).toBe(NOON);
    expect(requestedAt(console.lists().instances, 'i-1')).toBe(console.now());
    console.instances(one, two);
    expect(requestedAt(console.lists().instances, 'i-2')).toBe(console.now());
    expect(console.changes).toEqual([]);
  });

  test('is lost with the second when its bid does not name it', () => {
    const console = reading(consoleWith({ bids: [naming('i-1', 'i-2')], instances: [one, two] }));
    console.instances(one);
    console.bids(naming('i-1'));
    console.instances(one);
    console.instances(one);
    expect(console.changes).toEqual(['i-2 lost: STATUS_RUNNING > null']);
  });

  test('is lost after three minutes when its bid names it all the time', () => {
    const console = reading(consoleWith({ bids: [naming('i-1', 'i-2')], instances: [one, two] }));
    for (let turn = 1; turn < UNEXPLAINED; turn += 1) console.instances(one);
    expect(console.changes).toEqual([]);
    console.instances(one);
    expect(console.changes).toEqual(['i-2 lost: STATUS_RUNNING > null']);
  });

  test('that was lost is not back because of answers that are behind: its bid does not name it', () => {
    const console = reading(consoleWith({ bids: [naming('i-1')], instances: [one, two] }));
    for (const rows of [[one], [one], [one, two], [one, two], [one, two], [one]]) console.instances(...rows);
    expect(console.changes).toEqual(['i-2 lost: STATUS_RUNNING > null']);
  });
});

describe('instances of a bid that was paused', () => {
  const paused = bid('train', { status: 'Paused' });
  const [again, new1] = [naming('i-3'), instance('i-3', { bid: 'train' })];

  test.each([
    ['after the first answer that misses them', true],
    ['before any answer misses them', false],
  ])('are not lost when it runs again %s', (_, isMissedBefore) => {
    const console = reading(consoleWith({ bids: [naming('i-1', 'i-2')], instances: [one, two] }));
    console.bids(paused);
    if (isMissedBefore) console.instances();
    console.bids(again);
    console.instances(new1);
    console.instances(new1);
    expect(console.changes.filter((change) => /^i-[12]/v.test(change))).toEqual([
      'i-1 gone: STATUS_RUNNING > null',
      'i-2 gone: STATUS_RUNNING > null',
    ]);
  });

  test('are not back because of two answers that are behind, nor is what they ran for', () => {
    const console = reading(consoleWith({ bids: [naming('i-1', 'i-2')], instances: [one, two] }));
    console.bids(paused);
    for (let turn = 0; turn < 2; turn += 1) console.instances();
    console.asked(resumeBid(paused.row));
    for (let turn = 0; turn < 2; turn += 1) console.bids(naming('i-1', 'i-2'));
    for (let turn = 0; turn < 2; turn += 1) console.instances(one, two);
    expect([console.status('train'), [...console.lists().instances.rows.keys()]]).toEqual(['Paused', []]);
    console.bids(again);
    console.instances(new1);
    expect([console.status('train'), [...console.lists().instances.rows.keys()]]).toEqual(['Allocated', ['i-3']]);
    expect(console.changes.filter((change) => change.includes('lost'))).toEqual([]);
  });

  test('that has run again since are lost when they go then', () => {
    const console = reading(consoleWith({ bids: [naming('i-1', 'i-2')], instances: [one, two] }));
    console.bids(paused);
    console.bids(again);
    console.instances(new1);
    console.instances(new1);
    console.bids(bid('train', { status: 'Open' }));
    // An answer from before it was there would miss it as well.
    for (let turn = 0; turn <= UNEXPLAINED; turn += 1) console.instances();
    expect(console.changes.at(-1)).toBe('i-3 lost: STATUS_RUNNING > null');
  });
});

test('an instance that no bid names is not back before no replica can explain it', () => {
  const console = reading(consoleWith({ instances: [one, two] }));
  for (let turn = 0; turn < 2; turn += 1) console.instances(one);
  for (let turn = 1; turn < UNEXPLAINED; turn += 1) console.instances(one, two);
  expect([...console.lists().instances.rows.keys()]).toEqual(['i-1']);
  for (let turn = 0; turn < 2; turn += 1) console.instances(one, two);
  expect([...console.lists().instances.rows.keys()]).toEqual(['i-1', 'i-2']);
});

describe('a bid that is paused here', () => {
  const [open, paused] = [bid('train', { status: 'Open' }), bid('train', { status: 'Paused' })];

  test('stays paused while every third answer is the one from before, and nothing is noted of those', () => {
    const console = reading(consoleWith({ bids: [open] }));
    console.answered(paused);
    for (let turn = 0; turn < 60; turn += 1) {
      console.bids(turn % 3 === 1 ? open : paused);
      expect(console.status('train')).toBe('Paused');
    }
    expect(console.changes).toEqual(['train changed: Open > Paused']);
  });

  test('stays paused while the service carries that out minutes later, and answers from before come after that', () => {
    const console = reading(consoleWith({ bids: [open] }));
    console.answered(paused);
    for (let turn = 1; turn < UNEXPLAINED; turn += 1) console.bids(open);
    for (let turn = 0; turn < 3; turn += 1) console.bids(paused);
    for (let turn = 1; turn < UNEXPLAINED - 5; turn += 1) console.bids(open);
    expect([console.status('train'), console.changes]).toEqual(['Paused', ['train changed: Open > Paused']]);
  });

  test('is open again once no replica can be that far behind, and not before two answers', () => {
    const console = reading(consoleWith({ bids: [open] }));
    console.answered(paused);
    for (let turn = 0; turn < UNEXPLAINED; turn += 1) console.bids(paused);
    console.bids(open);
    expect(console.status('train')).toBe('Paused');
    console.bids(open);
    expect(console.status('train')).toBe('Open');
  });

  test('is open at once in a state that it was never in', () => {
    const console = reading(consoleWith({ bids: [open] }));
    console.answered(paused);
    console.bids(bid('train', { status: 'Allocated', instances: ['i-7'] }));
    expect(console.status('train')).toBe('Allocated');
  });
});

describe('a row whose versions the service tells apart', () => {
  const at = (minute: number, status: string) =>
    bid('train', { status, updated_at: `2026-11-20T11:${minute}:00.000Z` });

  test('is never replaced by an earlier one, and at once by a later one, seen before or not', () => {
    const console = reading(consoleWith({ bids: [at(10, 'Open')] }));
    console.bids(at(20, 'Paused'));
    for (let turn = 0; turn < 10; turn += 1) console.bids(at(15, 'Allocated'));
    expect(console.status('train')).toBe('Paused');
    console.bids(at(30, 'Open'));
    expect([console.status('train'), console.changes]).toEqual([
      'Open',
      ['train changed: Open > Paused', 'train changed: Paused > Open'],
    ]);
  });
});

describe('a state that somebody else’s bid left less than three minutes ago', () => {
  test('is its state again with the third answer when nothing would be lost by a mistake', () => {
    const [calm, going] = [naming('i-1'), bid('train', { status: 'Preempting', instances: ['i-1'] })];
    const console = reading(consoleWith({ bids: [calm] }));
    console.bids(going);
    console.bids(calm);
    console.bids(calm);
    expect(console.status('train')).toBe('Preempting');
    console.bids(calm);
    expect(console.status('train')).toBe('Allocated');
  });

  test('is not its state again before that time is over when its instances would be lost', () => {
    const [waits, runs] = [bid('train', { status: 'Open' }), naming('i-1')];
    const console = reading(consoleWith({ bids: [waits] }));
    console.bids(runs);
    for (let turn = 0; turn < UNEXPLAINED - 2; turn += 1) console.bids(waits);
    expect(console.status('train')).toBe('Allocated');
    for (let turn = 0; turn < 4; turn += 1) console.bids(waits);
    expect(console.status('train')).toBe('Open');
  });
});

test('an instance that has ended does not run again because one answer is behind', () => {
  const ended = instance('i-1', { bid: 'train', status: 'STATUS_TERMINATED' });
  const console = reading(consoleWith({ bids: [naming('i-1')], instances: [ended] }));
  console.instances(one);
  expect(console.changes).toEqual([]);
});

test('members that the interface does not show may change with each answer: they tell nothing of the state', () => {
  const load = (percent: number, status: string) => bid('train', { status, load: percent });
  const console = reading(consoleWith({ bids: [load(1, 'Open')] }));
  console.answered(load(2, 'Paused'));
  for (let turn = 0; turn < 30; turn += 1) console.bids(load(turn, turn % 3 === 1 ? 'Open' : 'Paused'));
  expect(console.changes).toEqual(['train changed: Open > Paused']);
});
