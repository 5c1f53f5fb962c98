import { expect, test } from 'vitest';
import { openMarket } from '../../../driver/console.ts';
import { freshHome } from '../../../driver/environment.ts';
import { evidenceOf } from '../../../stories/evidence.ts';
import { STILL } from '../../../stories/service.ts';
import { rehearse } from '../rehearse.ts';

const FILE = `${process.cwd()}/contrib/rules.toml`;
const KINDS = {
  'nights-off': 'schedule',
  'training-ladder': 'ladder',
  'sweep-anywhere': 'spread',
  'idle-notebooks': 'idle',
  'day-budget': 'budget',
};

test('on the demo fleet the autopilot rehearses the example rules, one of each kind: no fault, no fight, and nothing is sent', async () => {
  const evidence = await evidenceOf(await openMarket(STILL));
  const home = freshHome(evidence.env);
  // A line for each rule, one for the program that runs them, and the three bids that the spread would place.
  const { code, out, err } = await rehearse(Object.keys(KINDS).length + 4, home, { SPOTDECK_CONFIG: FILE });
  home.remove();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const [name, kind] of Object.entries(KINDS)) expect(out).toContain(`${name}: ${kind}, rehearses.\n`);
  expect(out.match(/sweep-anywhere: would place sweep-c-(us-east1-b|eu-west4-a|us-central1-a)-/g)).toHaveLength(3);
  expect(evidence.writes()).toEqual([]);
});
