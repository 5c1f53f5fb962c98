import { mkdtempSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ListedRow } from '../../../src/api/result.ts';
import type { Bid } from '../../../src/contract/bid.ts';
import {
  recordingIn as fileRecordingIn,
  linesOf,
  openSource,
  readRecording,
  sourceOf,
} from '../../../src/features/replay/recording/read.ts';
import { type Position, rememberPositions } from '../../../src/features/replay/recording/timeline.ts';
import { SINGLE_EVENT } from '../../../src/resources/rows.ts';
import { addActivity } from '../../../src/store/activity.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { listFailed, partArrived, profileSwitched, rowsArrived } from '../../../src/store/transitions.ts';
import { NOON } from '../../store/hand-clock.ts';
import { apiKey, bid, connected, instance, sshKey, whole } from '../../store/made.ts';
import { stepped } from './held.ts';
import { entriesOf, type RecordedRun, recordingIn, recordRun } from './recorded.ts';

const came =
  (rows: readonly ListedRow<Bid>[]) =>
  (console: RecordedRun, ms: number): void =>
    console.at(ms, (state, now) => rowsArrived(state, 'bids', whole(...rows), { at: now - 50, sequence: ms }, now));

const positions = (text: string): readonly Position[] => stepped(text).positions;

const raws = (rows: Iterable<ListedRow<unknown>>): readonly string[] => [...rows].map(({ raw }) => raw);

test('at every entry the console has the state that it had during the recording', () => {
  const lists = fc.array(
    fc.record({
      wait: fc.integer({ min: 1, max: 60_000 }),
      status: fc.constantFrom('Open', 'Allocated', 'Preempting'),
      running: fc.subarray(['i-0', 'i-1', 'i-2', 'i-3']),
      pages: fc.integer({ min: 1, max: 3 }),
      fails: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  );
  const held = ({ lists, preempting, samples }: ConsoleState) =>
    [lists.bids, lists.instances].map((list) => ({
      rows: raws(list.rows.values()),
      told: [list.fetchedAt, list.pages, list.warnings, list.failure, [...list.changed.keys()]],
      preempting: [...preempting],
      samples,
    }));
  fc.assert(
    fc.property(lists, (polls) => {
      const console = recordRun();
      const live: unknown[] = [];
      let ms = 0;
      for (const { wait, status, running, pages, fails } of polls) {
        ms += wait;
        came([bid('a', { status }), bid('b')])(console, ms);
        live.push(held(console.store.getState()));
        const rows = running.map((fid) => instance(fid, { bid: 'a' }));
        console.at(ms + 1, (state, now) =>
          fails
            ? listFailed(state, 'instances', { kind: 'timeout', afterMs: 1, reached: 'no' }, now, null)
            : rowsArrived(state, 'instances', { ...whole(...rows), pages }, { at: now, sequence: ms }, now),
        );
        live.push(held(console.store.getState()));
      }
      const shown = positions(console.text()).filter(({ state }) => state.lists.bids.fetchedAt !== null);
      expect(shown.map(({ state }) => held(state))).toEqual(live);
    }),
  );
});

test('a recording that was cut off anywhere shows its whole lines, and says so', () => {
  const console = recordRun();
  came([bid('a', { name: 'naïve 🚀' }), bid('b')])(console, 0);
  came([bid('b'), bid('a', { status: 'Preempting' })])(console, 2000);
  came([bid('b')])(console, 4000);
  const part = { rows: whole(bid('b', { status: 'Open' }), bid('c')).rows, gone: ['d'] };
  console.at(5000, (state, now) => partArrived(state, 'bids', part, { at: now - 50, sequence: 5000 }, now));
  const bytes = Buffer.from(console.text());
  const entire = recordingIn(console.text());
  const ends = [...console.text().matchAll(/\n/g)].map(
    ({ index }) => Buffer.byteLength(console.text().slice(0, index)) + 1,
  );
  for (let cut = 0; cut < bytes.length; cut++) {
    const read = readRecording(sourceOf(bytes.subarray(0, cut)));
    const lines = ends.filter((end) => end <= cut).length;
    if (lines < 3) expect(read.ok, `cut at ${cut}`).toBe(false);
    else if (!read.ok) expect.fail(`cut at ${cut}: ${read.error}`);
    else {
      expect(entriesOf(read.value), `cut at ${cut}`).toEqual(entriesOf(entire).slice(0, lines - 1));
      expect(read.value.flaw, `cut at ${cut}`).toBe(
        ends.includes(cut) ? null : 'The recording was cut off; it is shown to its last whole line.',
      );
    }
  }
});

describe('what is in the file', () => {
  test('no secret, no script and no token, wherever the service has put them', () => {
    const token = 'instances":"quoted';
    const console = recordRun(token);
    const script = { launch_specification: { volumes: [], ssh_keys: [], startup_script: 'export HF=hf_hidden' } };
    came([
      bid('a', {
        ...script,
        name: `call me ${token}`,
        deep: {
          private_key: 'pem_hidden',
          privateKey: 'pem_hidden',
          'api-key': { id: 'sk_hidden' },
          AccessToken: 'at_hidden',
        },
      }),
    ])(console, 0);
    console.at(1, (state, now) =>
      rowsArrived(state, 'apiKeys', whole(apiKey('k', { secret: 'fkey_hidden' })), { at: now, sequence: 1 }, now),
    );
    console.at(2, (state, now) =>
      rowsArrived(
        state,
        'sshKeys',
        { ...whole(sshKey('s')), unreadable: [{ fid: 'x', why: 'odd', raw: '{"private_key":"pem_hidden"}' }] },
        { at: now, sequence: 2 },
        now,
      ),
    );
    expect(console.text()).not.toMatch(/hidden|quoted/);
    console.at(3, (state, now) =>
      listFailed(state, 'bids', { kind: 'not-signed-in', status: 401, said: `no ${token}`, reached: 'yes' }, now, null),
    );
    expect(console.text()).not.toMatch(/hidden|quoted/);
    expect(console.text()).toContain('call me $SPOTDECK_TOKEN');
    expect(console.text()).toContain('no $SPOTDECK_TOKEN');
    expect(positions(console.text()).at(-1)?.state.lists.sshKeys.unreadable).toHaveLength(1);
  });

  test('an unchanged list of ten thousand costs a hundred bytes, one changed row costs that row', () => {
    const console = recordRun();
    const rows = Array.from({ length: 10_000 }, (_, n) => bid(`b${n}`));
    came(rows)(console, 0);
    const before = console.text().length;
    came(rows)(console, 2000);
    expect(console.text().length - before).toBeLessThan(130);
    came(rows.with(5000, bid('b5000', { status: 'Preempting' })))(console, 4000);
    expect(console.text().length - before).toBeLessThan(700);
  });
});

test('failed polls and actions are there again', () => {
  const console = recordRun();
  came([bid('a')])(console, 0);
  console.at(1000, (state, now) =>
    listFailed(state, 'bids', { kind: 'timeout', afterMs: 15_000, reached: 'no' }, now, now + 4000),
  );
  console.at(2000, (state, now) =>
    addActivity(state, {
      ...SINGLE_EVENT,
      fid: 'write-1',
      at: now,
      since: null,
      from: 'here',
      who: 'operator',
      outcome: 'done',
      what: 'Pause a',
      about: { pane: 'bids', fid: 'a' },
    }),
  );
  const { state } = positions(console.text()).at(-1) ?? { state: null };
  expect(state?.lists.bids.failure).toMatchObject({ error: { kind: 'timeout' }, tryAt: NOON + 5000 });
  expect(raws(state?.lists.bids.rows.values() ?? [])).toHaveLength(1);
  expect([...(state?.lists.activity.rows.values() ?? [])].map(({ row }) => row.what)).toEqual(['Pause a']);
});

test('another project begins without the rows of the one before', () => {
  const console = recordRun();
  came([bid('a'), bid('b')])(console, 0);
  console.at(1000, (state) => profileSwitched(state, { ...connected, project: 'proj_two' }));
  came([bid('b')])(console, 2000);
  const all = positions(console.text());
  expect(all.map(({ state }) => [state.connected.project, [...state.lists.bids.rows.keys()].join('')])).toEqual([
    ['proj_demo', ''],
    ['proj_demo', 'ab'],
    ['proj_two', ''],
    ['proj_two', 'b'],
  ]);
});

test('a project that is shown again tells what changed on its lists meanwhile, and goes on from there', () => {
  const console = recordRun();
  const show = (ms: number, project: string): void =>
    console.at(ms, (state) => profileSwitched(state, { ...connected, project }));
  came([bid('a', { status: 'Allocated' })])(console, 0);
  show(1000, 'proj_two');
  came([bid('b', { status: 'Open' })])(console, 2000);
  show(3000, connected.project);
  came([bid('a', { status: 'Open' })])(console, 4000);
  came([bid('a', { status: 'Allocated' })])(console, 6000);
  show(7000, 'proj_two');
  came([bid('b', { status: 'Allocated' })])(console, 8000);
  const told = positions(console.text()).map(({ state }) =>
    [...state.lists.activity.rows.values()].map(({ row }) => row.what),
  );
  const [left, back] = ['a: allocated → open', 'a: open → allocated'];
  expect(told.slice(4)).toEqual([[], [left], [left, back, `${back}, and 1 before`], [], ['b: open → allocated']]);
});

test('several projects that were shown together are shown together again', () => {
  const console = recordRun();
  console.at(0, (state) =>
    profileSwitched(state, { ...connected, projects: ['proj_demo', 'proj_two'], allProjects: true }),
  );
  came([bid('a'), bid('b', { project: 'proj_two' })])(console, 1000);
  came([bid('a'), bid('b', { project: 'proj_two', status: 'Open' })])(console, 3000);
  const { state } = positions(console.text()).at(-1) ?? { state: null };
  expect(state?.connected).toMatchObject({ project: 'proj_demo', allProjects: true, readOnly: true });
  expect(raws(state?.lists.bids.rows.values() ?? [])).toHaveLength(2);
  expect([...(state?.lists.activity.rows.values() ?? [])].map(({ row }) => row.what)).toEqual(['b: allocated → open']);
});

test('lost instances are reported as in the live console', () => {
  const console = recordRun();
  const lists = (ms: number, ...fids: readonly string[]): void => {
    came([bid('a')])(console, ms);
    const rows = fids.map((fid) => instance(fid, { bid: 'a' }));
    console.at(ms + 1, (state, now) => rowsArrived(state, 'instances', whole(...rows), { at: now, sequence: ms }, now));
  };
  lists(0, 'i-0', 'i-1');
  for (const ms of [2000, 4000]) lists(ms, 'i-0');
  const told = [...(positions(console.text()).at(-1)?.state.lists.activity.rows.values() ?? [])];
  expect(told.map(({ row }) => [row.outcome, row.what])).toEqual([['lost', 'i-1: instance lost (was running)']]);
});

describe('a file that is not a recording is reported in one sentence', () => {
  test.each([
    ['', 'is not a recording of spotdeck.'],
    ['SQLite format 3\0', 'is not a recording of spotdeck.'],
    ['{"name":"spotdeck","version":1}\n', 'is not a recording of spotdeck.'],
    ['{"spotdeck":"recording","version":3}\n', 'is a recording of version 3; this spotdeck reads versions 1 to 2.'],
    ['{"spotdeck":"recording","version":1}\n', 'holds nothing: the recording ended before the first list came.'],
  ])('%j', (text, error) => {
    expect(readRecording(sourceOf(Buffer.from(text)))).toEqual({ ok: false, error });
  });
});

test('a damaged line ends the recording: the lines after it depend on it', () => {
  const console = recordRun();
  came([bid('a')])(console, 0);
  came([bid('a'), bid('b')])(console, 2000);
  came([bid('a'), bid('b'), bid('c')])(console, 4000);
  const lines = console.text().split('\n');
  const damaged = recordingIn(lines.with(3, `${lines[3]?.slice(0, 80)}`).join('\n'));
  expect(entriesOf(damaged)).toHaveLength(2);
  expect(damaged.flaw).toBe('The recording is damaged in line 4; it is shown up to there.');
  const beyond = recordingIn(lines.with(3, (lines[3] ?? '').replace('[0,1]', '[0,7]')).join('\n'));
  expect(entriesOf(beyond), 'rows that the list before does not have').toHaveLength(2);
});

test.each([
  ['when a list came', (text: string) => text.replace(/"at":\d+/g, '"at":-9000000000000000')],
  ['when a list was requested', (text: string) => text.replace(/"asked":\d+/g, '"asked":9000000000000000')],
])('a time outside the calendar is damage: %s', (_, changed) => {
  const console = recordRun();
  came([bid('a')])(console, 0);
  came([bid('a'), bid('b')])(console, 2000);
  const [head, place, first, ...others] = console.text().split('\n');
  const text = [head, place, first, ...others.map(changed)].join('\n');
  expect(entriesOf(recordingIn(text))).toHaveLength(2);
  expect(recordingIn(text).flaw).toBe('The recording is damaged in line 4; it is shown up to there.');
});

test('a file is read in windows: a line may be longer than one, and end in any of them', () => {
  const console = recordRun();
  const large = Array.from({ length: 300 }, (_, n) => bid(`b-${n}`, { name: `größe-${n}-${'x'.repeat(5000)}` }));
  came(large)(console, 0);
  for (let n = 1; n < 300; n++)
    came(large.with(n, bid(`b-${n}`, { name: `new-${n}-${'y'.repeat(5000)}` })))(console, n * 1000);
  const text = console.text();
  expect(text.length).toBeGreaterThan(2 * 1024 * 1024);
  const path = join(mkdtempSync(join(tmpdir(), 'recording-')), 'large.spotdeck');
  writeFileSync(path, text);
  const file = openSource(path);
  const lines = linesOf(file);
  let next = lines.next();
  const read: string[] = [];
  for (; next.done !== true; next = lines.next()) read.push(next.value.text);
  expect(next.value).toBe(false);
  expect(read).toEqual(text.split('\n').slice(0, -1));
  file.close();
});

test('a file that is too large for a recording is refused before it is read', () => {
  const path = join(mkdtempSync(join(tmpdir(), 'recording-')), 'huge.spotdeck');
  writeFileSync(path, '{"spotdeck":"recording","version":2}\n');
  truncateSync(path, 3 * 1024 ** 3);
  expect(() => fileRecordingIn(path)).toThrow(`${path} is not read: it has 3072 MB, and a recording ends at 64 MB.`);
});

test.each([
  ['many entries', 100_000, 0],
  ['long lists', 3000, 90],
])('going through a recording of %s keeps few of its positions, and none is far before a moment', (_, entries, ms) => {
  const remembered = rememberPositions({ passed: 0 });
  for (let passed = 1; passed <= entries; passed++) remembered.reached({ passed }, ms);
  const kept = new Set(Array.from({ length: entries + 1 }, (_, passed) => remembered.before(passed)));
  expect(kept.size).toBeGreaterThan(8);
  expect(kept.size).toBeLessThanOrEqual(32);
  for (let passed = 0; passed <= entries; passed += 100) {
    const { passed: from } = remembered.before(passed);
    expect(from).toBeLessThanOrEqual(passed);
    expect(passed - from).toBeLessThanOrEqual(entries / 8);
  }
});

test('text that would act on the terminal is made safe, because a file may come from anywhere', () => {
  const console = recordRun();
  came([bid('a', { name: 'clean' })])(console, 0);
  const [, list] = entriesOf(recordingIn(console.text().replaceAll('clean', '\\u001b]0;owned\\u0007')));
  expect(list?.kind === 'list' && list.pieces).toMatchObject([{ row: { row: { name: '\ufffd]0;owned\ufffd' } } }]);
});
