import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/file.ts';
import { readSettings } from '../../../src/config/resolve.ts';
import type { Rule } from '../../../src/features/rules/kinds.ts';
import { rulesSetting } from '../../../src/features/rules/settings.ts';
import { own } from '../../../src/lib/typed-key.ts';
import { CommandFailure } from '../../../src/system/exit.ts';
import { ownSettings } from '../../config/own-settings.ts';

const SCHEDULE = `[[rules]]
name = "night"
kind = "schedule"
bids = "name:eval"
pause = "0 20 * * 1-5"
resume = "0 7 * * 1-5"
zone = "Europe/Berlin"
max_cost = "$50"
`;
const LADDER = `[[rules]]
name = "keep"
kind = "ladder"
set = "evals"
wait = "5m"
step = "5 %"
cap = "$14"
floor = "$9"
lower_after = "6h"
max_cost = "$200"
`;
const SPREAD = `[[rules]]
name = "anywhere"
kind = "spread"
like = "train"
quantity = 4
max_cost = "$60"

[[rules.places]]
type = "8xh100"
region = "eu"
limit_price = "$12"

[[rules.places]]
type = "8xh100"
region = "us"
limit_price = "$11"
`;
const IDLE = `[[rules]]
name = "idle"
kind = "idle"
bids = "notebook"
after = "45m"
`;
const BUDGET = `[[rules]]
name = "budget"
kind = "budget"
per_hour = "$400"
pause = ["name:eval", "sweep"]
zone = "UTC"
max_writes = 50
`;

async function rulesIn(text: string): Promise<readonly Rule[]> {
  const { top } = await readConfig('/config.toml', text, ownSettings(rulesSetting));
  return own(await readSettings(ownSettings(rulesSetting), { configured: top }), rulesSetting);
}

async function refusal(text: string): Promise<readonly string[]> {
  try {
    await rulesIn(text);
  } catch (error) {
    if (error instanceof CommandFailure) return error.lines;
    throw error;
  }
  return ['it was accepted'];
}

test('rules of all kinds are read, with exact prices and times', async () => {
  const [night, keep, anywhere, idle, budget] = await rulesIn([SCHEDULE, LADDER, SPREAD, IDLE, BUDGET].join('\n'));
  expect(night).toMatchObject({ kind: 'schedule', bids: { kind: 'filter', text: 'name:eval' }, missed: 'catch-up' });
  expect(night).toMatchObject({ allow: false, maxWrites: 20, maxCost: { sign: '$', micros: 50_000_000n } });
  expect(keep).toMatchObject({
    bids: { kind: 'set', text: 'evals' },
    waitMs: 300_000,
    step: { kind: 'percent', percent: 5 },
  });
  expect(keep).toMatchObject({ lower: { afterMs: 21_600_000, floor: { sign: '$', micros: 9_000_000n } } });
  expect(anywhere).toMatchObject({ quantity: 4, cancelRunning: false, places: [{ region: 'eu' }, { region: 'us' }] });
  expect(idle).toMatchObject({ afterMs: 2_700_000, maxCost: null });
  expect(budget).toMatchObject({ perDay: null, pause: ['name:eval', 'sweep'], maxWrites: 50 });
});

describe('a rule that can not be read says file, line, and what is allowed', () => {
  test.each([
    [
      'a cron expression of words',
      SCHEDULE.replace('0 20 * * 1-5', 'at eight'),
      5,
      /at eight is not a cron expression of five parts/,
    ],
    [
      'a cron expression of six parts',
      SCHEDULE.replace('0 20 * * 1-5', '0 0 20 * * 1'),
      5,
      /is not a cron expression of five parts/,
    ],
    ['30 February', SCHEDULE.replace('0 20 * * 1-5', '0 20 30 2 *'), 5, /no day ever matches 0 20 30 2 \*/],
    [
      'a zone that there is not',
      SCHEDULE.replace('Europe/Berlin', 'Europe/Bielefeld'),
      7,
      /there is no time zone Europe\/Bielefeld/,
    ],
    ['a schedule without a pause', SCHEDULE.replace(/pause = .*\n/, ''), 1, /a schedule needs pause/],
    [
      'a filter that can not be read',
      SCHEDULE.replace('name:eval', 'name:(eval'),
      4,
      /the filter name:\(eval can't be read: /,
    ],
    ['bids and set', SCHEDULE.replace('zone =', 'set = "x"\nzone ='), 4, /either bids, a filter, or set/],
    ['neither bids nor set', SCHEDULE.replace(/bids = .*\n/, ''), 1, /either bids, a filter, or set/],
    ['no cap of money', SCHEDULE.replace(/max_cost.*\n/, ''), 1, /max_cost is missing/],
    ['a key that there is not', `${IDLE}wait = "5m"\n`, 6, /there is no key wait in this kind of rule/],
    ['a kind that there is not', IDLE.replace('"idle"\nbids', '"lazy"\nbids'), 3, /kind is invalid/],
    ['a time in words', IDLE.replace('45m', 'soon'), 5, /after is invalid/],
    ['a name twice', `${IDLE}\n${IDLE.replace('name = "idle"', 'name = "Idle"')}`, 8, /two rules are called Idle/],
    ['a cap below the floor', LADDER.replace('"$14"', '"$8"'), 8, /the floor is above the cap/],
    ['a cap below a step', LADDER.replace('5 %', '$20'), 7, /the cap is below one step/],
    ['a step of nothing', LADDER.replace('5 %', '0 %'), 6, /a step is more than 0 %/],
    ['a floor without a time', LADDER.replace(/lower_after.*\n/, ''), 8, /floor and lower_after belong together/],
    ['two currencies', LADDER.replace('"$14"', '"€14"'), 7, /are not of one currency/],
    ['a step in another currency', LADDER.replace('5 %', '€0.50'), 6, /step and cap are not of one currency/],
    ['a place twice', SPREAD.replace('"us"', '"eu"'), 8, /8xh100 in eu is there twice/],
    [
      'one place',
      SPREAD.replace(/\n\[\[rules.places\]\]\ntype = "8xh100"\nregion = "us"[\s\S]*/, ''),
      8,
      /places is invalid/,
    ],
    ['a place with a wrong key', SPREAD.replace('region = "us"', 'zone = "us"'), 15, /there is no key zone in a place/],
    ['a place with a wrong price', SPREAD.replace('"$11"', '"cheap"'), 16, /limit_price is invalid/],
    ['an impossible resume', SCHEDULE.replace('0 7 * * 1-5', '0 7 31 2 *'), 6, /no day ever matches 0 7 31 2 \*/],
    ['a resume with the pause', SCHEDULE.replace('0 7 * * 1-5', '0 20 * * 1-5'), 6, /pause and resume/],
    ['a wrong word for missed', `${SCHEDULE}missed = "later"\n`, 9, /missed is invalid/],
    ['a wait of nothing', LADDER.replace('"5m"', '"0m"'), 5, /wait is invalid/],
    ['a lower_after in words', LADDER.replace('"6h"', '"soon"'), 9, /lower_after is invalid/],
    ['a spread like nothing', SPREAD.replace('"train"', '""'), 4, /like is invalid/],
    ['a spread of no instance', SPREAD.replace('quantity = 4', 'quantity = 0'), 5, /quantity is invalid/],
    ['a spread of half instances', SPREAD.replace('quantity = 4', 'quantity = 1.5'), 5, /quantity is invalid/],
    ['places in two currencies', SPREAD.replace('"$11"', '"€11"'), 8, /are not of one currency/],
    [
      'cancel_running in words',
      SPREAD.replace('quantity = 4', 'cancel_running = "yes"\nquantity = 4'),
      5,
      /cancel_running is invalid/,
    ],
    ['a budget in a zone that there is not', BUDGET.replace('"UTC"', '"Mars"'), 6, /there is no time zone Mars/],
    ['a wrong filter in a list', BUDGET.replace('"sweep"', '"name:(x"'), 5, /the filter name:\(x can't be read: /],
    ['a budget per day in words', BUDGET.replace('per_hour = "$400"', 'per_day = "much"'), 4, /per_day is invalid/],
    ['allow in words', `${IDLE}allow = "yes"\n`, 6, /allow is invalid/],
    ['a cap of money in words', SCHEDULE.replace('"$50"', '"little"'), 8, /max_cost is invalid/],
    ['no write per hour', BUDGET.replace('max_writes = 50', 'max_writes = 0'), 7, /max_writes is invalid/],
    ['a name that is too long', IDLE.replace('"idle"\nkind', `"${'x'.repeat(200)}"\nkind`), 2, /name is invalid/],
    ['a name that is not printable', IDLE.replace('"idle"\nkind', '"a\\u001bb"\nkind'), 2, /name is invalid/],
    ['a cap of money in per cent', SCHEDULE.replace('"$50"', '"50%"'), 8, /max_cost is invalid/],
    ['a limit price in no currency', SPREAD.replace('"$11"', '"11x"'), 16, /limit_price is invalid/],
    ['a budget of nothing', BUDGET.replace(/per_hour.*\n/, ''), 1, /a budget needs per_hour, per_day or both/],
    ['too many writes', BUDGET.replace('50', '5000'), 7, /max_writes is invalid/],
  ])('%s', async (_, text, line, why) => {
    const [sentence = '', ...hints] = await refusal(`${SCHEDULE.replace('night', 'first')}\n${text}`);
    expect(sentence).toMatch(new RegExp(`^/config\\.toml, line ${line + 9}: `));
    expect(sentence).toMatch(why);
    expect(hints.join(' ')).toMatch(/There are: |Allowed: |See docs\/rules\.md/);
  });

  test('also when there are more rules, or longer filters, than the limit, which it names', async () => {
    const many = Array.from({ length: 101 }, (_, n) => IDLE.replace('name = "idle"', `name = "idle-${n}"`)).join('\n');
    expect((await refusal(many)).join(' ')).toMatch(
      /: there are 101 rules, and at most 100 can be run\. See docs\/rules\.md\.$/,
    );
    const [sentence, hint] = await refusal(SCHEDULE.replace('name:eval', 'a'.repeat(1001)));
    expect(sentence).toMatch(/line 4: bids is invalid\.$/);
    expect(hint).toContain('Allowed: a filter of at most 1,000 characters');
  });

  test('also in a profile', async () => {
    const [sentence] = await refusal(
      `[profiles.prod]\nproject = "p"\n\n${IDLE.replace('[[rules]]', '[[profiles.prod.rules]]').replace('45m', '?')}`,
    );
    expect(sentence).toMatch(/^\/config\.toml, line 8: after is invalid\.$/);
  });
});

test('whatever a key of a rule is set to, the config is read or refused with a line of that rule', async () => {
  const values = fc.oneof(
    fc.constantFrom(...'"" -1 0 1e400 nan inf [] [[]] {} [{}] true 1979-05-27 99999999999'.split(' ')),
    fc.constantFrom(
      '"* * * * *"',
      '"0 20 31 2 *"',
      '"100.001 %"',
      ...'"$" "-$1" "UTC+3" "((" "a:" "9999999d"'.split(' '),
    ),
    fc.constantFrom('["(", 1]', '[{ type = 1 }, { region = [] }]', '"$1\\u0000"', '{ a = [{ b = 1 }] }'),
    fc.string({ maxLength: 12 }).map((text) => JSON.stringify(text).replace(/\\u[0-9a-f]{4}|\u007f/gi, '')),
    fc.integer().map(String),
  );
  const kinds = [SCHEDULE, LADDER, SPREAD, IDLE, BUDGET];
  const keys = [
    ...'name kind allow max_writes max_cost bids set zone pause resume missed wait step cap floor'.split(' '),
    ...'lower_after like quantity places after per_hour x'.split(' '),
  ];
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...kinds), fc.constantFrom(...keys), values, async (rule, key, value) => {
      const given = new RegExp(`^${key} = .*$`, 'm');
      const own = key === 'places' ? rule.replace(/\n\[\[rules\.places[\s\S]*/, '') : rule;
      const line = `${key} = ${value}`;
      const changed = given.test(own)
        ? own.replace(given, () => line)
        : own.replace('[[rules]]\n', () => `[[rules]]\n${line}\n`);
      const [sentence = ''] = await refusal(`${IDLE.replace('"idle"', '"first"')}\n${changed}`);
      if (sentence === 'it was accepted') return;
      refused += 1;
      const [, at] = /^\/config\.toml, line (\d+)(?:, column \d+)?: .+\.$/.exec(sentence) ?? [];
      expect(Number(at), `${line}: ${sentence}`).toBeGreaterThanOrEqual(7);
    }),
    { numRuns: 600 },
  );
  expect(refused).toBeGreaterThan(100);
});

test.each(['rules = 1', 'rules = "x"', 'rules = [1]', 'rules = [[]]', '[rules]\nname = "a"', 'rules = [{ name = 1 }]'])(
  '%s is refused with its line',
  async (text) => {
    expect((await refusal(text))[0]).toMatch(/^\/config\.toml, line 1: .+\.$/);
  },
);
