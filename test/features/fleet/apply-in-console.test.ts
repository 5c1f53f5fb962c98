import { describe, expect, test } from 'vitest';
import { runGoesOn } from '../../../src/features/fleet/console/fleet-run.ts';
import { keyOfChange } from '../../../src/features/fleet/plan/change.ts';
import { labelOf } from '../../../src/features/fleet/plan/words.ts';
import { ask } from '../../../src/screen/keymap/key-to-write.ts';
import { agree } from '../../faults/operator.ts';
import type { Fault } from '../../faults/wire.ts';
import { bid } from '../../store/made.ts';
import { apply, beginFirst, changesIn, ended, openRead, withFile, writes } from './fleet-fixture.ts';

const refuse: Fault = ({ response }) => void response.writeHead(422, { 'content-type': 'application/json' }).end('{}');

const NEW = {
  'name = "scratch"': 'name = "disk"',
  'name = "sweep-b"': 'name = "fresh"\npaused = true\nvolumes = ["disk"]',
};

test('marked changes are sent in order, each once: a new bid gets the volume that was created for it, and is paused', async () => {
  await using fixture = await openRead();
  withFile(fixture, NEW);
  await apply(fixture, ['volume disk', 'bid fresh', 'bid sweep-b']);
  expect(writes(fixture)).toEqual([
    'POST /v2/volumes',
    'POST /v2/spot/bids',
    'PATCH /v2/spot/bids/ID',
    'DELETE /v2/spot/bids/ID',
  ]);
  expect(fixture.state().notice?.text).toBe('Applied 3 changes of fleet.toml.');
  expect(changesIn(fixture).map(labelOf)).toEqual(['volume scratch']);
});

test('a refused change is said with its line; what needs it, and what is not in the file, is left alone', async () => {
  await using fixture = await openRead();
  withFile(fixture, { ...NEW, 'limit_price = "$1.75"': 'limit_price = "$1.80"' });
  fixture.wire.fault(refuse, {
    match: ({ method, path }) => method === 'POST' && path === '/v2/volumes',
  });
  await apply(fixture);
  const { fleetRun, notice } = fixture.state();
  expect(fleetRun?.lines[0]).toMatch(/^fleet\.toml, line \d+: Could not create disk: /);
  expect(fleetRun?.lines).toContainEqual(
    expect.stringContaining('fresh was not placed: it needs a volume that was not created.'),
  );
  expect(fleetRun?.lines.at(-1)).toBe('What is not in the file stays for now: something else was not done.');
  expect([fleetRun?.done, fleetRun?.of]).toEqual([1, 5]);
  expect(notice?.text).toMatch(/^1 of 5 changes of fleet\.toml done\. fleet\.toml, line \d+: /);
  // Only the price of notebooks was changed.
  expect(writes(fixture).filter((write) => write !== 'POST /v2/volumes')).toEqual(['PATCH /v2/spot/bids/ID']);
});

test('an answer that is lost is looked for in the lists, and what it did is gone on with', async () => {
  await using fixture = await openRead();
  withFile(fixture, { 'name = "sweep-b"': 'name = "fresh"\npaused = true' });
  fixture.wire.fault(({ reset }) => reset(), {
    match: ({ method }) => method === 'POST',
    times: 1,
    carriedOut: true,
  });
  await apply(fixture, ['bid fresh']);
  expect(writes(fixture)).toEqual(['POST /v2/spot/bids', 'PATCH /v2/spot/bids/ID']);
  expect([...fixture.state().lists.bids.rows.values()].filter(({ row }) => row.name === 'fresh')).toMatchObject([
    { row: { status: 'Paused' } },
  ]);
  expect(changesIn(fixture).map(labelOf)).toEqual(['bid sweep-b']);
});

test('while a new bid may be there already, it is not placed again', async () => {
  await using fixture = await openRead();
  withFile(fixture, { 'name = "sweep-b"': 'name = "fresh"' });
  const [place] = changesIn(fixture);
  if (place === undefined) throw new Error('it differs');
  fixture.wire.fault(({ reset }) => reset(), { match: ({ method }) => method === 'POST', times: 1, carriedOut: true });
  // The lists do not come either.
  ask(fixture.controller, { kind: 'fleet', keys: [keyOfChange(place)] }, 'Enter');
  agree(fixture);
  fixture.wire.fault(({ reset }) => reset());
  await ended(fixture);
  expect(fixture.state().fleetRun).toMatchObject({ done: 0, of: 1 });
  fixture.wire.fault(null);
  const before = writes(fixture).length;
  ask(fixture.controller, { kind: 'fleet', keys: [keyOfChange(place)] }, 'Enter');
  expect(fixture.state().notice?.text).toBe('The last change to fresh is still in progress.');
  expect(writes(fixture)).toHaveLength(before);
});

test('several changes of one bid are all sent to a service that answers them with nothing', async () => {
  await using fixture = await openRead();
  withFile(fixture, { 'limit_price = "$1.75"': 'limit_price = "$1.80"\npaused = true' });
  fixture.wire.fault(
    async ({ response, forward }) => {
      await forward();
      response.writeHead(204).end();
    },
    { match: ({ method }) => method === 'PATCH' },
  );
  await apply(fixture, ['bid notebooks']);
  const { fleetRun } = fixture.state();
  expect(fleetRun).toMatchObject({ done: 2, of: 2 });
  expect(fleetRun?.lines.filter((line) => line.includes('left as it is'))).toEqual([]);
  expect(changesIn(fixture)).toEqual([]);
});

test('a bid that somebody else changes while changes before it are sent is left as it is', async () => {
  await using fixture = await openRead();
  withFile(fixture, {
    'limit_price = "$1.75"': 'limit_price = "$1.80"',
    'limit_price = "$1.35"\nvolumes = ["renders"]': 'limit_price = "$1.50"\nvolumes = ["renders"]',
  });
  const { store, wire } = fixture;
  wire.fault(
    async ({ response, forward }) => {
      const { status, type, text } = await forward();
      const { bids } = store.getState().lists;
      const rows = new Map(
        [...bids.rows].map(([fid, listed]) => {
          const { row } = listed;
          if (row.name !== 'render') return [fid, listed] as const;
          const { limit_price } = bid('other', { limit_price: '$1.40' }).row;
          return [fid, { ...listed, row: { ...row, limit_price } }] as const;
        }),
      );
      store.setState({ lists: { ...store.getState().lists, bids: { ...bids, rows } } });
      response.writeHead(status, { 'content-type': type }).end(text);
    },
    { match: ({ method }) => method === 'PATCH', times: 1 },
  );
  await apply(fixture, ['bid notebooks', 'bid render']);
  expect(writes(fixture)).toEqual(['PATCH /v2/spot/bids/ID']);
  expect(fixture.state().fleetRun?.lines).toEqual([
    expect.stringMatching(/line \d+: render is left as it is: its limit price is now \$1\.40, set by someone else\.$/),
  ]);
});

test('a volume is not deleted when the bid that uses it was not cancelled', async () => {
  await using fixture = await openRead();
  withFile(fixture, {
    'name = "render"': 'name = "render-2"',
    'name = "renders"': 'name = "renders-2"',
    'volumes = ["renders"]': 'volumes = []',
  });
  fixture.wire.fault(refuse, {
    match: ({ method, path }) => method === 'DELETE' && path.includes('/bids/'),
  });
  await apply(fixture, ['bid render', 'volume renders']);
  expect(fixture.wire.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
    expect.stringContaining('/v2/spot/bids/'),
  ]);
  expect(fixture.state().fleetRun?.lines).toContainEqual(
    expect.stringContaining('renders was not deleted: something else was not done.'),
  );
});

/** Until the first change is under way: only the journal is asked before. */
const TURNS = 100;

describe('while changes are under way', () => {
  test('no others are begun, and leaving the console asks', async () => {
    await using fixture = await openRead();
    withFile(fixture, { 'limit_price = "$1.75"': 'limit_price = "$1.80"', 'name = "sweep-b"': 'name = "fresh"' });
    const keys = beginFirst(fixture, 2);
    expect(runGoesOn(fixture.state())).toBe('2 changes of fleet.toml are not done yet.');
    ask(fixture.controller, { kind: 'fleet', keys }, 'Enter');
    expect(fixture.state().notice?.text).toBe('Changes are being applied. Wait until that is over.');
    await ended(fixture);
    expect(runGoesOn(fixture.state())).toBeNull();
    expect(writes(fixture)).toEqual(['PATCH /v2/spot/bids/ID', 'POST /v2/spot/bids']);
  });

  test.each([
    ['another project', [{ project: 'proj_other' }]],
    ['a project that was left, and is back before the next change', [{ project: 'proj_other' }, {}]],
    ['a console that is read-only by now', [{ readOnly: true }]],
  ])('%s gets nothing more', async (_, states) => {
    await using fixture = await openRead();
    withFile(fixture, { 'limit_price = "$1.75"': 'limit_price = "$1.80"', 'name = "sweep-b"': 'name = "fresh"' });
    beginFirst(fixture, 2);
    for (let turn = 0; turn < TURNS && fixture.state().pending.length === 0; turn += 1) await Promise.resolve();
    expect(fixture.state().pending).toHaveLength(1);
    const { connected } = fixture.state();
    for (const change of states) fixture.store.setState({ connected: { ...connected, ...change } });
    await ended(fixture);
    expect(writes(fixture)).toEqual(['PATCH /v2/spot/bids/ID']);
    const { fleetRun } = fixture.state();
    expect(fleetRun).toMatchObject({ done: 1, of: 2 });
    expect(fleetRun?.lines.at(0)).toMatch(/Another project was shown, so nothing more was sent\.|read-only/i);
  });
});
