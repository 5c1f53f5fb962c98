import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readConfig } from '../../../../src/config/file.ts';
import { readSettings } from '../../../../src/config/resolve.ts';
import { rulesSetting } from '../../../../src/features/rules/settings.ts';
import { own } from '../../../../src/lib/typed-key.ts';
import { ownSettings } from '../../../config/own-settings.ts';
import { openMarket } from '../../../driver/console.ts';
import { freshHome } from '../../../driver/environment.ts';
import { evidenceOf } from '../../../stories/evidence.ts';
import { STILL } from '../../../stories/service.ts';
import { rehearse } from '../rehearse.ts';

const FILE = `${process.cwd()}/contrib/rules.toml`;
const NAMES = ['nights-off', 'training-ladder', 'sweep-anywhere', 'idle-notebooks', 'day-budget'];

test('the example rules are one of each kind, as the config file is read', async () => {
  const { top } = await readConfig(FILE, readFileSync(FILE, 'utf8'), ownSettings(rulesSetting));
  const rules = own(await readSettings(ownSettings(rulesSetting), { configured: top }), rulesSetting);
  expect(rules.map(({ name, kind }) => [name, kind])).toEqual([
    [NAMES[0], 'schedule'],
    [NAMES[1], 'ladder'],
    [NAMES[2], 'spread'],
    [NAMES[3], 'idle'],
    [NAMES[4], 'budget'],
  ]);
});

test('on the demo fleet the autopilot rehearses the example rules: no fault, no fight, and nothing is sent', async () => {
  const evidence = await evidenceOf(await openMarket(STILL));
  const home = freshHome(evidence.env);
  // A line for each rule, one for the program that runs them, and the three bids that the spread would place.
  const { code, out, err } = await rehearse(NAMES.length + 4, home, { SPOTDECK_CONFIG: FILE });
  home.remove();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const name of NAMES) expect(out).toMatch(new RegExp(`^${name}: \\w+, rehearses\\.$`, 'm'));
  expect(out.match(/sweep-anywhere: would place sweep-c-(us-east1-b|eu-west4-a|us-central1-a)-/g)).toHaveLength(3);
  expect(evidence.writes()).toEqual([]);
});
