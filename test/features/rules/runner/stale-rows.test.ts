import { expect, test } from 'vitest';
import { readSettings } from '../../../../src/config/resolve.ts';
import { ruleFindings } from '../../../../src/features/rules/commands/doctor-rules.ts';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { statusText } from '../../../../src/features/rules/pane/rules.ts';
import { MOST_SELECTED } from '../../../../src/features/rules/runner/rows-read.ts';
import { rulesSetting } from '../../../../src/features/rules/settings.ts';
import { ownSettings } from '../../../config/own-settings.ts';
import { loadedFeatures } from '../../../features-loaded.ts';
import { HERE } from '../../../journal/scope.ts';
import { bid, instance, startedConsole } from '../../../store/made.ts';
import { budgetRule, ladderRule } from '../engine/made-rules.ts';
import { cents } from '../engine/made-view.ts';
import { runningRules } from './running-rules.ts';

const climb = ladderRule({ waitMs: 120_000 });
const cap = budgetRule({ name: 'cap', perHour: cents(1500) });

async function started(rule: Rule) {
  const own = runningRules([rule], startedConsole());
  own.release();
  await own.pass(1);
  return own;
}

const open = (n: number, price = '$2.50') =>
  bid(`bid_${n}`, { name: `train-${n}`, status: 'Open', limit_price: price });
/** More bids than are all read before the others. */
const many = Array.from({ length: MOST_SELECTED + 10 }, (_, n) => open(n));

test('on a fleet whose complete list takes minutes, a rule says how old its bid is, that bid is read before others, and it acts on its price as it is now', async () => {
  const own = await started(climb);
  await own.lists({ bids: many });
  // All but the first one are filled since.
  const filled = many.map(({ row: { fid, name } }, n) => (n === 0 ? open(0) : bid(fid, { name })));
  await own.part({ bids: filled.slice(1) });
  await own.pass(48);
  expect(statusText(own.status(climb))).toBe('runs');
  expect(own.read().bids.size).toBe(0);
  await own.pass(75);
  expect(own.sent).toEqual([]);
  expect(statusText(own.status(climb))).toMatch(
    /^waits: train-0 was last read 2m ago, and it decides on bids at most 15s old$/,
  );
  expect([...own.read().bids]).toEqual(['bid_0']);
  // Somebody has changed its price meanwhile: the wait begins anew.
  await own.part({ bids: [open(0, '$9.00')] });
  await own.pass(2);
  expect(own.sent).toEqual([]);
  expect(statusText(own.status(climb))).toBe('runs');
  await own.pass(100);
  await own.part({ bids: [open(0, '$9.00')] });
  await own.pass(15);
  await own.part({ bids: [open(0, '$9.00')] });
  await own.pass(10);
  expect(own.sent.map(({ name, price }) => [name, price])).toEqual([['train-0', '$9.50']]);
  await own.stop();
});

const running = (fid: string, count: number) =>
  Array.from({ length: count }, (_, n) => instance(`inst_${fid}${n}`, { bid: fid }));
const pair = [bid('bid_a', { name: 'train-a' }), bid('bid_b', { name: 'train-b' })];
const instances = [...running('bid_a', 4), ...running('bid_b', 4)];
const paused = bid('bid_a', { name: 'train-a', status: 'Paused' });
const ended = running('bid_a', 4).map(({ row: { fid } }) =>
  instance(fid, { bid: 'bid_a', status: 'STATUS_TERMINATED' }),
);

test('doctor says what a rule waits for, with the age, as the pane of the rules does', async () => {
  const own = await started(climb);
  await own.lists({ bids: [open(0)] });
  await own.pass(125);
  const variables = {
    SPOTDECK_BASE_URL: HERE.service,
    SPOTDECK_PROJECT: HERE.project,
    SPOTDECK_JOURNAL: own.path,
  };
  const read = await readSettings(ownSettings(), { environment: variables });
  const settings = { ...read, own: rulesSetting.put(read.own, [climb]) };
  expect(await ruleFindings(loadedFeatures, settings, own.clock.now())).toEqual([
    {
      what: 'rule climb',
      health: 'warning',
      hint: null,
      found: 'waits: train-0 was last read 2m ago, and it decides on bids at most 15s old',
    },
  ]);
  await own.part({ bids: [open(0)] });
  await own.pass(2);
  expect(own.sent).toHaveLength(1);
  await own.part({ bids: [open(0, '$3.00')] });
  await own.pass(2);
  expect(await ruleFindings(loadedFeatures, settings, own.clock.now())).toMatchObject([
    { health: 'ok', found: 'runs' },
  ]);
  await own.stop();
});

test('after a bid was paused nothing else is paused while its instances are listed as they were before, and that is said', async () => {
  const own = await started(cap);
  await own.lists({ bids: pair, instances });
  expect(own.sent.map(({ name }) => name)).toEqual(['train-a']);
  // Its row is new, but its instances are not: their sum is that of before.
  await own.pass(1);
  await own.part({ bids: [paused] });
  await own.pass(20);
  expect(own.sent).toHaveLength(1);
  expect(statusText(own.status(cap))).toBe('waits: train-a was not read since a rule changed it');
  expect([...own.read().bids]).toContain('bid_a');
  await own.part({ instances: ended }, ['bid_a']);
  await own.part({ bids: pair.slice(1), instances: running('bid_b', 4) }, ['bid_b']);
  await own.pass(10);
  expect(own.sent).toHaveLength(1);
  expect(statusText(own.status(cap))).toBe('runs');
  await own.stop();
});

test('a program that takes over decides nothing before the bids were read that the other one has changed', async () => {
  const first = runningRules([cap], startedConsole());
  first.release();
  await first.pass(1);
  const second = runningRules([cap], startedConsole(), first.path);
  await second.lists({ bids: pair, instances });
  await first.lists({ bids: pair, instances });
  expect(first.sent.map(({ name }) => name)).toEqual(['train-a']);
  await first.stop();
  await second.pass(5);
  expect([...second.read().bids]).toContain('bid_a');
  expect(second.sent, 'by rows from before train-a was paused').toEqual([]);
  await second.part({ bids: [paused], instances: ended }, ['bid_a']);
  await second.pass(5);
  expect(second.sent).toEqual([]);
  expect(statusText(second.status(cap))).toBe('runs');
  await second.stop();
});

test('a bid is not paused for an instance count that is old, though the bid itself was just read', async () => {
  const own = await started(cap);
  await own.lists({ bids: pair, instances }, 60_000);
  expect(own.sent).toEqual([]);
  await own.part({ bids: pair });
  await own.pass(2);
  expect(statusText(own.status(cap))).toMatch(
    /^waits: the instances of train-a were last read 1m ago, and it decides on instances at most 30s old$/,
  );
  // Those that are listed were read, but not all that there may be.
  await own.part({ instances });
  await own.pass(2);
  expect(own.sent).toEqual([]);
  await own.part({ instances }, ['bid_a', 'bid_b']);
  await own.pass(2);
  expect(own.sent.map(({ name }) => name)).toEqual(['train-a']);
  await own.stop();
});

test('a budget decides nothing by a sum of complete lists that are more than ten minutes old, and says so', async () => {
  const own = await started(cap);
  await own.lists({ bids: pair, instances }, 601_000);
  await own.part({ bids: pair, instances }, ['bid_a', 'bid_b']);
  await own.pass(6);
  expect(own.sent).toEqual([]);
  expect(statusText(own.status(cap))).toBe(
    'waits: the complete lists were last read more than 10m ago, and it decides on lists at most 10m old',
  );
  await own.pass(60);
  expect(own.events.filter(({ kind }) => kind === 'hindered')).toHaveLength(1);
  await own.lists({ bids: pair, instances });
  await own.pass(2);
  expect(own.sent.map(({ name }) => name)).toEqual(['train-a']);
  expect(own.events.filter(({ kind }) => kind === 'free')).toHaveLength(1);
  await own.stop();
});

test('while lists are read for the first time, rules that have run before say that they wait for it', async () => {
  const own = runningRules([cap], startedConsole());
  own.release();
  await own.pass(17);
  expect(statusText(own.status(cap))).toBe('waits: bids and instances are being read for the first time');
  await own.stop();
});
