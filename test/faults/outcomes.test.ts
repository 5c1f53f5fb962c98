import { describe, expect, test } from 'vitest';
import { changeBid } from '../../src/resources/bids/writes.ts';
import { update } from '../../src/store/controller.ts';
import { shownMarked } from '../../src/store/panes/cursor.ts';
import { overtaken, refuses, resets, silence } from './faults.ts';
import { type Fixture, openFixture } from './fixture.ts';
import { agree, changePrice, createVolume, doTo, fidOf, place, runCommand, undo } from './operator.ts';
import { expectTruth } from './truth.ts';
import type { Exchange } from './wire.ts';

const isWrite = ({ method }: Exchange): boolean => method !== 'GET';

async function started(): Promise<Fixture> {
  const fixture = await openFixture();
  fixture.poller.start();
  await fixture.pass(1000);
  return fixture;
}

const outcomes = (fixture: Fixture): readonly string[] =>
  [...fixture.state().lists.activity.rows.values()]
    .filter(({ row }) => row.from === 'here' && row.events.length === 0)
    .map(({ row }) => `${row.outcome}: ${row.what}`);

describe('the response to a creation is lost', () => {
  test.each([
    ['bid', place, 'bids', 'Place'],
    ['volume', createVolume, 'volumes', 'Create'],
  ] as const)('a %s that was made is found in the list and named', async (_, make, list, verb) => {
    await using fixture = await started();
    fixture.wire.fault(resets, { match: isWrite, carriedOut: true });
    make(fixture, 'made-here');
    await fixture.settle();
    const fid = fidOf(fixture, list, 'made-here');
    expect(fixture.state().notice?.text).toContain(`The list now has made-here (${fid})`);
    expect(fixture.state().notice?.text).toContain('Do not send it again.');
    expect(outcomes(fixture)).toEqual([`done: ${verb} made-here: found in the list`]);
    await expectTruth(fixture.state(), fixture.market);
  });

  test.each([
    ['bid', place, 'Place'],
    ['volume', createVolume, 'Create'],
  ] as const)('a %s that was not made is told as missing, and not sent again', async (_, make, verb) => {
    await using fixture = await started();
    fixture.wire.fault(resets, { match: isWrite });
    make(fixture, 'made-here');
    await fixture.pass(60_000);
    expect(fixture.wire.asked.filter(isWrite)).toHaveLength(1);
    expect(fixture.wire.reached.filter(isWrite)).toEqual([]);
    expect(outcomes(fixture)).toEqual([`unknown: ${verb} made-here: not in the list`]);
  });
});

test('a row that is not what was asked for is not taken for the new one while the list was never complete', async () => {
  await using fixture = await openFixture();
  const isVolumes = ({ path }: Exchange): boolean => path.includes('/volumes');
  fixture.wire.fault(refuses(400, 'no'), { match: isVolumes });
  fixture.poller.start();
  await fixture.pass(1000);
  expect(fixture.state().lists.volumes.fetchedAt).toBeNull();
  fixture.wire.fault(resets, { match: isWrite });
  createVolume(fixture, 'imagenet');
  await fixture.passUntil(() => fixture.state().lists.volumes.fetchedAt !== null, 60_000);
  const fid = fidOf(fixture, 'volumes', 'imagenet');
  expect(fixture.state().notice?.text).toBe(
    `The list has imagenet (${fid}), but its region is us-central1-a. Compare it before you send again.`,
  );
  expect(outcomes(fixture)).toEqual([
    `unknown: Create imagenet: The list has imagenet (${fid}), but its region is us-central1-a.`,
  ]);
  expect(fixture.wire.reached.filter(isWrite)).toEqual([]);
});

describe('a change without a response', () => {
  test('is pending, then unknown, and known again with the next list', async () => {
    await using fixture = await started();
    const fid = fidOf(fixture, 'bids', 'train-llama');
    fixture.wire.fault(silence, { carriedOut: true });
    doTo(fixture, 'bids', 'pause-bid', fid);
    expect(fixture.panes()).toMatch(/train-llama .*pausing…/);
    await fixture.settle();
    expect(fixture.panes()).toMatch(/train-llama .*pausing\?/);
    await fixture.pass(20_000);
    expect(fixture.panes()).toMatch(/train-llama .*pausing\?/);
    fixture.wire.fault(null);
    await fixture.passUntil(() => fixture.state().pending.length === 0, 61_000);
    expect(fixture.panes()).toMatch(/train-llama .*paused/);
    await expectTruth(fixture.state(), fixture.market);
  });

  test('can not be sent again meanwhile', async () => {
    await using fixture = await started();
    const fid = fidOf(fixture, 'bids', 'train-llama');
    fixture.wire.fault(silence);
    for (const action of ['pause-bid', 'pause-bid', 'cancel-bid']) {
      doTo(fixture, 'bids', action, fid);
      await fixture.settle();
    }
    expect(fixture.wire.asked.filter(isWrite)).toHaveLength(1);
    expect(fixture.state().notice?.text).toBe('The last change to train-llama is still in progress.');
  });
});

describe('a second change to a row with a pending one', () => {
  async function pausing(prepare: (fixture: Fixture, fid: string) => void): Promise<{ fixture: Fixture; fid: string }> {
    const fixture = await started();
    const fid = fidOf(fixture, 'bids', 'train-llama');
    prepare(fixture, fid);
    await fixture.settle();
    fixture.wire.fault(overtaken, { match: isWrite, times: 1 });
    doTo(fixture, 'bids', 'pause-bid', fid);
    return { fixture, fid };
  }
  const bodies = (fixture: Fixture): readonly string[] => fixture.wire.asked.filter(isWrite).map(({ body }) => body);

  test('is not sent from a form, so that no older response can restore the old price', async () => {
    const { fixture, fid } = await pausing(() => undefined);
    await using _ = fixture;
    expect(changePrice(fixture, fid, '$30')).toBe('The last change to train-llama is still in progress.');
    // The same from a form whose review was open already when the other change began.
    const listed = fixture.state().lists.bids.rows.get(fid);
    if (listed !== undefined) void fixture.remote.submit(changeBid(listed.row, { limit_price: '$30.00' }));
    expect(fixture.state().notice?.text).toContain('The last change to train-llama is still in progress.');
    await fixture.settle();
    expect(bodies(fixture)).toEqual(['{"paused":true}']);
    changePrice(fixture, fid, '$30');
    await fixture.settle();
    expect(bodies(fixture)).toEqual(['{"paused":true}', '{"limit_price":"$30.00"}']);
    await expectTruth(fixture.state(), fixture.market);
  });

  test('is not sent to undo an earlier one, which can still be undone afterwards', async () => {
    const { fixture } = await pausing((at, fid) => changePrice(at, fid, '$30'));
    await using _ = fixture;
    undo(fixture);
    expect(fixture.state().notice?.text).toBe('The last change to train-llama is still in progress.');
    await fixture.settle();
    expect(bodies(fixture)).toEqual(['{"limit_price":"$30.00"}', '{"paused":true}']);
    expect(fixture.state().undo.map(([write]) => write?.verb)).toEqual(['change', 'resume']);
  });
});

describe('many changes at once over a bad connection', () => {
  async function paused(count: number, fault: typeof resets): Promise<{ fixture: Fixture; asked: number }> {
    const fixture = await started();
    fixture.wire.fault(fault, { match: isWrite, times: count });
    update(fixture.controller, (state) => shownMarked(state, 'bids'));
    runCommand(fixture, 'bids', 'pause-bid');
    agree(fixture);
    await fixture.settle();
    return { fixture, asked: fixture.wire.asked.filter(isWrite).length };
  }

  test('are reported in one sentence, and the successful ones can be undone', async () => {
    const { fixture, asked } = await paused(3, refuses(409, 'Busy'));
    await using _ = fixture;
    expect(asked).toBeGreaterThan(8);
    expect(fixture.state().notice?.text).toMatch(
      new RegExp(`^Paused ${asked - 3} of ${asked} bids\\. 3 failed \\((?:[\\w-]+, ){2}[\\w-]+\\):`),
    );
    expect(fixture.state().notice?.text).toContain('Press u to undo');
    undo(fixture);
    await fixture.settle();
    const bodies = fixture.wire.asked.filter(isWrite).map(({ path, body }) => `${path} ${body}`);
    expect(bodies).toHaveLength(asked + asked - 3);
    expect(new Set(bodies).size).toBe(bodies.length);
    await expectTruth(fixture.state(), fixture.market);
  });

  test('with an unknown outcome are counted as such and not undone', async () => {
    const { fixture, asked } = await paused(2, resets);
    await using _ = fixture;
    expect(fixture.state().notice?.text).toContain(`2 unknown`);
    expect(fixture.state().undo.at(-1)).toHaveLength(asked - 2);
    await expectTruth(fixture.state(), fixture.market);
  });
});
