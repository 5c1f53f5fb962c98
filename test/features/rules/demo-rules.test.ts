import { expect, test } from 'vitest';
import * as schemas from '../../../src/config/value-schemas.ts';
import { rulesOfProfile } from '../../../src/features/rules/demo-rules.ts';
import { rulesSetting } from '../../../src/features/rules/settings.ts';
import { NO_VALUES } from '../../../src/lib/typed-key.ts';
import { loadedFeatures } from '../../features-loaded.ts';
import { connected } from '../../store/made.ts';

const storage = { path: ':memory:', views: null, service: 'demo :memory:', fresh: false };
const past = async (): Promise<null> => null;
const demo = {
  own: NO_VALUES,
  connected: { ...connected, profile: 'demo', demo: true },
  storage: { ...storage, past },
};

/** A rule as the config file has it. */
const written = { name: 'mine', kind: 'schedule', bids: 'render', pause: '0 1 * * *', max_cost: '$5' };

async function readFrom(rules: readonly object[]) {
  const { schema } = await rulesSetting.load({ ...schemas, panes: () => Promise.resolve(loadedFeatures.panes) });
  return schema.parse(rules);
}

test('a demo with a past has two rules, which are what the config file would make of them', async () => {
  const rules = rulesOfProfile(demo);
  expect(rules.map(({ name, kind }) => `${name} ${kind}`)).toEqual(['nights schedule', 'climb ladder']);
  expect(
    await readFrom([
      {
        name: 'nights',
        kind: 'schedule',
        bids: 'name:notebooks',
        pause: '0 20 * * *',
        resume: '0 7 * * *',
        missed: 'skip',
        max_cost: '$10',
      },
      {
        name: 'climb',
        kind: 'ladder',
        bids: 'name:train-llama-eu',
        wait: '1m',
        step: '5 %',
        cap: '$13',
        max_cost: '$110',
      },
    ]),
  ).toEqual(rules);
});

test('none of them may act where changes need to be allowed', () => {
  expect(rulesOfProfile(demo).map(({ allow }) => allow)).toEqual([false, false]);
});

test('rules of the config file take their place', async () => {
  const { put } = await rulesSetting.load({ ...schemas, panes: () => Promise.resolve(loadedFeatures.panes) });
  const own = put(NO_VALUES, (schema) => schema.parse([written]));
  expect(rulesOfProfile({ ...demo, own }).map(({ name }) => name)).toEqual(['mine']);
});

test('a service, and a demo without a past, have only those of the config file', () => {
  expect(rulesOfProfile({ ...demo, connected })).toEqual([]);
  expect(rulesOfProfile({ ...demo, storage })).toEqual([]);
});
