import { expect, test } from 'vitest';
import { readSettings } from '../../../../src/config/resolve.ts';
import { changeRules } from '../../../../src/features/rules/commands/autopilot-change.ts';
import type { RuleEvent } from '../../../../src/features/rules/runner/rule-event.ts';
import { rulesSetting } from '../../../../src/features/rules/settings.ts';
import { ownSettings } from '../../../config/own-settings.ts';
import { loadedFeatures } from '../../../features-loaded.ts';
import { budgetRule } from '../engine/made-rules.ts';
import { cents } from '../engine/made-view.ts';
import { begin, pass } from './rules-life.ts';
import { climbing } from './rules-steps.ts';
import { openWorld, release } from './rules-world.ts';

const cap = budgetRule({ name: 'cap', perHour: cents(100), pause: ['no-such-bid'] });
const ladder = (name: string) => climbing({ name });
const saying = (events: readonly RuleEvent[]) => events.filter(({ kind }) => kind === 'hindered' || kind === 'free');

test('a budget that it can not meet is said once, with two programs, after a kill and a new start, and once more when it can', async () => {
  const events: RuleEvent[] = [];
  await using opened = await openWorld([cap]);
  const world = { ...opened.world, onEvent: (event: RuleEvent) => void events.push(event) };
  const first = begin(world);
  release(first, world);
  await pass(world, [first], 30);
  expect(saying(events)).toEqual([]);
  await pass(world, [first], 70);
  const hindered = {
    kind: 'hindered',
    rule: 'cap',
    why: expect.stringMatching(/^All bids that it may pause .* over the budget\.$/),
  };
  expect(saying(events)).toEqual([hindered]);
  // Another program takes over from a killed one, and later the first one is started again.
  const second = begin(world);
  await pass(world, [first, second], 30);
  first.kill();
  await pass(world, [second], 60);
  const third = begin(world);
  second.kill();
  await pass(world, [third], 90);
  expect(saying(events)).toEqual([hindered]);
  const { bids } = third.state().lists;
  await Promise.all(
    [...bids.rows.keys()].map((fid) =>
      fetch(`${world.market.origin}/v2/spot/bids/${fid}`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${world.market.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ paused: true }),
      }),
    ),
  );
  await pass(world, [third], 60);
  expect(saying(events)).toEqual([hindered, { kind: 'free', rule: 'cap' }]);
  third.kill();
});

test.each([
  ['that its profile no longer allows', [cap], { readOnly: true }, /^The profile \S+ is read-only: /],
  ['that fights with another one over a bid', [ladder('one'), ladder('other')], {}, /^It fights with \w+ over /],
])('a released rule %s says so once', async (_, rules, more, why) => {
  const events: RuleEvent[] = [];
  await using opened = await openWorld(rules);
  const world = { ...opened.world, ...more, onEvent: (event: RuleEvent) => void events.push(event) };
  const life = begin(world);
  release(life, world);
  await pass(world, [life], 200);
  expect(saying(events)).toEqual(
    rules.map(({ name }) => ({ kind: 'hindered', rule: name, why: expect.stringMatching(why) })),
  );
  life.kill();
});

test('a rule that fights with another one is not released by the command line, which names both and what to do', async () => {
  const rules = [ladder('one'), ladder('other')];
  await using opened = await openWorld(rules);
  const { market, path } = opened.world;
  const scope = { service: 'http://market.test', project: market.project };
  const world = { ...opened.world, scope };
  const life = begin(world);
  await pass(world, [life], 60);
  life.kill();
  const variables = { SPOTDECK_BASE_URL: scope.service, SPOTDECK_PROJECT: scope.project, SPOTDECK_JOURNAL: path };
  const read = await readSettings(ownSettings(), { environment: variables });
  const settings = { ...read, own: rulesSetting.put(read.own, rules) };
  const released = (): Promise<number> => changeRules(loadedFeatures, settings, { release: ['other'], hold: [] });
  await expect(released()).rejects.toThrow('other was not released: it was refused when the rules last ran.');
  const after = begin(world);
  expect(after.journal.rules(scope).map((one) => one.released)).toEqual([false, false]);
  after.kill();
  // A rule whose text was changed since is another one.
  const others = [ladder('one'), { ...ladder('other'), waitMs: 61_000 }];
  const changed = { ...settings, own: rulesSetting.put(read.own, others) };
  expect(await changeRules(loadedFeatures, changed, { release: ['other'], hold: [] })).toBe(0);
});
