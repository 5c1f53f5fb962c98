import { describe, expect, test } from 'vitest';
import { resources } from '../../src/resources/resources.ts';
import { act } from '../../src/state/acting.ts';
import { apply } from '../../src/state/desk.ts';
import { shownMarked } from '../../src/state/views.ts';
import { agree, changePrice, createVolume, doTo, fidOf, place, undo } from './operator.ts';
import { IMPATIENT_MS, openStage, PATIENT_MS, type Stage } from './stage.ts';
import { overtaken, refuses, resets, silence } from './strikes.ts';
import { expectTruth } from './truth.ts';
import type { Carried } from './wire.ts';

const isWrite = ({ method }: Carried): boolean => method !== 'GET';

async function started(): Promise<Stage> {
  const stage = await openStage();
  stage.poller.start();
  await stage.pass(1000);
  return stage;
}

const deeds = (stage: Stage): readonly string[] =>
  [...stage.state().lists.activity.rows.values()]
    .filter(({ row }) => row.from === 'here')
    .map(({ row }) => `${row.outcome}: ${row.what}`);

describe('the answer to a creation is lost', () => {
  test.each([
    ['bid', place, 'bids', 'Place'],
    ['volume', createVolume, 'volumes', 'Create'],
  ] as const)('a %s that was made is found in the list and named', async (_, make, list, verb) => {
    await using stage = await started();
    stage.wire.fault(resets, { match: isWrite, carriedOut: true });
    make(stage, 'made-here');
    await stage.settle();
    const fid = fidOf(stage, list, 'made-here');
    expect(stage.state().notice?.text).toContain(`The list now has made-here (${fid})`);
    expect(stage.state().notice?.text).toContain('Do not send it again.');
    expect(deeds(stage)).toEqual([`done: ${verb} made-here: found in the list`]);
    await expectTruth(stage.state(), stage.market);
  });

  test.each([
    ['bid', place, 'Place'],
    ['volume', createVolume, 'Create'],
  ] as const)('a %s that was not made is told as missing, and not sent again', async (_, make, verb) => {
    await using stage = await started();
    stage.wire.fault(resets, { match: isWrite });
    make(stage, 'made-here');
    await stage.pass(60_000);
    expect(stage.wire.asked.filter(isWrite)).toHaveLength(1);
    expect(stage.wire.reached.filter(isWrite)).toEqual([]);
    expect(deeds(stage)).toEqual([`unknown: ${verb} made-here: not in the list`]);
  });
});

describe('a change whose answer does not come', () => {
  test('is under way, then not known, and known again with the first list that comes', async () => {
    await using stage = await started();
    const fid = fidOf(stage, 'bids', 'train-llama');
    stage.connect({ timeoutMs: IMPATIENT_MS });
    stage.wire.fault(silence, { carriedOut: true });
    doTo(stage, 'bids', 'pause-bid', fid);
    expect(stage.panes()).toMatch(/train-llama .*pausing…/);
    await stage.settle();
    expect(stage.panes()).toMatch(/train-llama .*pausing\?/);
    await stage.pass(20_000);
    expect(stage.panes()).toMatch(/train-llama .*pausing\?/);
    stage.wire.fault(null);
    stage.connect({ timeoutMs: PATIENT_MS });
    await stage.passUntil(() => stage.state().pending.length === 0, 61_000);
    expect(stage.panes()).toMatch(/train-llama .*paused/);
    await expectTruth(stage.state(), stage.market);
  });

  test('can not be sent again meanwhile', async () => {
    await using stage = await started();
    const fid = fidOf(stage, 'bids', 'train-llama');
    stage.connect({ timeoutMs: IMPATIENT_MS });
    stage.wire.fault(silence);
    for (const action of ['pause-bid', 'pause-bid', 'cancel-bid']) {
      doTo(stage, 'bids', action, fid);
      await stage.settle();
    }
    expect(stage.wire.asked.filter(isWrite)).toHaveLength(1);
    expect(stage.state().notice?.text).toBe('The last change to train-llama is still in progress.');
  });
});

describe('a second change to a row whose first one is still open', () => {
  async function pausing(prepare: (stage: Stage, fid: string) => void): Promise<{ stage: Stage; fid: string }> {
    const stage = await started();
    const fid = fidOf(stage, 'bids', 'train-llama');
    prepare(stage, fid);
    await stage.settle();
    stage.wire.fault(overtaken, { match: isWrite, times: 1 });
    doTo(stage, 'bids', 'pause-bid', fid);
    return { stage, fid };
  }
  const bodies = (stage: Stage): readonly string[] => stage.wire.asked.filter(isWrite).map(({ body }) => body);

  test('is not sent from a form, so that no older answer can bring the old price back', async () => {
    const { stage, fid } = await pausing(() => undefined);
    await using _ = stage;
    changePrice(stage, fid, '$30');
    expect(stage.state().notice?.text).toContain('The last change to train-llama is still in progress.');
    await stage.settle();
    expect(bodies(stage)).toEqual(['{"paused":true}']);
    changePrice(stage, fid, '$30');
    await stage.settle();
    expect(bodies(stage)).toEqual(['{"paused":true}', '{"limit_price":"$30.00"}']);
    await expectTruth(stage.state(), stage.market);
  });

  test('is not sent to undo an earlier one, which can still be undone afterwards', async () => {
    const { stage } = await pausing((at, fid) => changePrice(at, fid, '$30'));
    await using _ = stage;
    undo(stage);
    expect(stage.state().notice?.text).toBe('The last change to train-llama is still in progress.');
    await stage.settle();
    expect(bodies(stage)).toEqual(['{"limit_price":"$30.00"}', '{"paused":true}']);
    expect(stage.state().undo.map(([write]) => write?.verb)).toEqual(['change', 'resume']);
  });
});

describe('many changes at once over a bad line', () => {
  async function paused(count: number, fault: typeof resets): Promise<{ stage: Stage; asked: number }> {
    const stage = await started();
    stage.wire.fault(fault, { match: isWrite, times: count });
    const pause = resources.bids.actions.find(({ id }) => id === 'pause-bid');
    if (pause === undefined) throw new Error('Bids can not be paused.');
    apply(stage.desk, (state) => shownMarked(state, 'bids'));
    act(stage.desk, 'bids', pause, { key: 'p', alone: true });
    agree(stage);
    await stage.settle();
    return { stage, asked: stage.wire.asked.filter(isWrite).length };
  }

  test('are told in one sentence, and what worked can be taken back', async () => {
    const { stage, asked } = await paused(3, refuses(409, 'Busy'));
    await using _ = stage;
    expect(asked).toBeGreaterThan(8);
    expect(stage.state().notice?.text).toMatch(
      new RegExp(`^Done: pause ${asked - 3} of ${asked}\\. 3 failed \\((?:[\\w-]+, ){2}[\\w-]+\\):`),
    );
    expect(stage.state().notice?.text).toContain('Press u to undo');
    undo(stage);
    await stage.settle();
    const bodies = stage.wire.asked.filter(isWrite).map(({ path, body }) => `${path} ${body}`);
    expect(bodies).toHaveLength(asked + asked - 3);
    expect(new Set(bodies).size).toBe(bodies.length);
    await expectTruth(stage.state(), stage.market);
  });

  test('those that nobody knows of are counted as such and not taken back', async () => {
    const { stage, asked } = await paused(2, resets);
    await using _ = stage;
    expect(stage.state().notice?.text).toContain(`2 unknown`);
    expect(stage.state().undo.at(-1)).toHaveLength(asked - 2);
    await expectTruth(stage.state(), stage.market);
  });
});
