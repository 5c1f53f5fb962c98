import { expect, onTestFinished, test } from 'vitest';
import { createRuntime } from '../../../src/app/runtime.ts';
import { versionOf } from '../../../src/features/rules/rules-state.ts';
import { listOfRules } from '../../../src/features/rules/schemas.ts';
import { rulesSetting } from '../../../src/features/rules/settings.ts';
import { serveMarket } from '../../../src/market/server.ts';
import { timePassed } from '../../../src/store/transitions.ts';
import { profileOf } from '../../app/profile-of.ts';
import { partsOf, storeOf } from '../../app/runtime-of.ts';
import { soon } from '../../driver/time.ts';
import { openWire } from '../../faults/wire.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { newPath } from '../../journal/snapshots.ts';
import { handClock, NOON, quiet } from '../../store/hand-clock.ts';
import { openFeatureJournal } from './open-journal.ts';
import { keepBack } from './stories/autopilot.ts';

test('a console that ends waits for the write of a rule that is under way, and the journal has its outcome before it is closed', async () => {
  const market = await serveMarket({ speed: 0 }, () => NOON);
  const wire = await openWire(market.origin);
  const clock = handClock();
  const path = newPath();
  const rules = listOfRules(loadedFeatures.panes.bids.columns).parse([
    { name: 'cap', kind: 'budget', per_hour: '$1', pause: ['train'] },
  ]);
  const made = profileOf('one', market, newPath());
  const own = { ...made, own: rulesSetting.put(made.own, rules) };
  const connection = own.connection.then((to) => ({ ...to, baseUrl: wire.origin }));
  const profile = { ...own, connection, storage: { ...own.storage, path } };
  const scope = { service: profile.storage.service, project: market.project };
  const kept = openFeatureJournal(path, clock.now);
  onTestFinished(async () => {
    kept.close();
    await wire[Symbol.asyncDispose]();
    await market.stop();
  });
  for (const rule of rules) {
    const stored = { name: rule.name, version: versionOf(rule) };
    kept.declareRules(scope, [stored]);
    kept.releaseRule(scope, stored);
  }
  const store = storeOf(profile);
  const parts = partsOf(store, clock);
  const runtime = createRuntime(profile, parts);
  const answer = Promise.withResolvers<void>();
  const arrived = keepBack(wire, 1, { carriedOut: true, until: answer.promise });
  await runtime.start(() => Promise.resolve());
  let isUnderWay = false;
  void arrived.then(() => {
    isUnderWay = true;
  });
  await soon(async () => {
    await clock.pass(1000);
    store.setState(timePassed(store.getState(), clock.now()), true);
    expect(isUnderWay).toBe(true);
  });
  let hasEnded = false;
  const ended = runtime.stop('ended').then(async () => {
    hasEnded = true;
    await parts.journals.close();
  });
  const outcomes = () => kept.ruleActions(scope).map(({ outcome }) => outcome);
  await quiet();
  expect([hasEnded, outcomes()]).toEqual([false, expect.arrayContaining([null])]);
  answer.resolve();
  await ended;
  expect(outcomes()).toContain('done');
  expect(outcomes()).not.toContain(null);
});
