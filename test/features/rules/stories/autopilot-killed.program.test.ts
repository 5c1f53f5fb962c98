import { expect, test } from 'vitest';
import { soon } from '../../../driver/time.ts';
import { asked, BIDS } from '../../../stories/service.ts';
import { CAP, isWrite, keepBack, openRules, type RulesAtHome } from './autopilot.ts';

/** Places three bids, which are too low to be filled. */
const WIDE = `
[[rules]]
name = "wide"
kind = "spread"
like = "sweep-a"
quantity = 1
max_cost = "$500"
places = [
  { type = "1xl40s.us-east1-b", region = "us-east1-b", limit_price = "$0.01" },
  { type = "1xl40s.us-central1-a", region = "us-central1-a", limit_price = "$0.02" },
  { type = "1xl40s.eu-west4-a", region = "eu-west4-a", limit_price = "$0.03" },
]
`;

/** The lease, the time in which lists are not believed, and a minute until a bid is paused again, with the lists in between. */
const SETTLED_MS = 170_000;

type KillPoint = { readonly write: number; readonly carriedOut: boolean };

/**
 * Lets a rule act, kills the program while the answer to a write is on its way, starts it again with the same journal and home, and
 * waits until it has done the rest and no action is open.
 */
async function killedAt(text: string, { write, carriedOut }: KillPoint, expected: number): Promise<RulesAtHome> {
  const rules = await openRules(text);
  const name = /name = "(\w+)"/.exec(text)?.[1] ?? '';
  expect(await rules.run('--release', name)).toEqual({ code: 0, out: `${name} acts from now on.\n`, err: '' });
  const arrived = keepBack(rules.wire, write, { carriedOut });
  const first = rules.start();
  await arrived;
  expect(await first.end('SIGKILL')).toEqual([null, 'SIGKILL']);
  rules.wire.fault(null);
  expect(rules.actions().filter(({ outcome }) => outcome === null)).toHaveLength(expected - write + 1);

  // Nobody will ever know more of it from the program that sent it.
  expect(rules.told()).toEqual([...Array(write - 1).fill('done'), 'unknown']);

  const next = rules.start();
  const before = `spotdeck autopilot on .*, process ${first.pid}`;
  await next.prints(new RegExp(` autopilot waits: the rules are run by ${before}\n`));
  await next.prints(new RegExp(` autopilot took over the rules from ${before}, which no longer responds\n`));
  const outcomes = (): readonly (string | null)[] => rules.actions().map(({ outcome }) => outcome);
  const done = (): number => outcomes().filter((outcome) => outcome === 'done').length;
  await soon(() => expect(done()).toBe(expected), SETTLED_MS);
  expect(await next.end('SIGTERM')).toEqual([0, null]);
  // What was not carried out is decided anew, once; everything else was sent by the one that was killed.
  const missed = outcomes().filter((outcome) => outcome === 'missed').length;
  expect(missed, next.out()).toBe(expected - write + (carriedOut ? 0 : 1));
  expect(outcomes()).toHaveLength(expected + missed);
  // Activity has what the rule found out of the write that was cut.
  expect(rules.told().filter((outcome) => outcome === 'done')).toHaveLength(expected);
  expect(rules.told().filter((outcome) => outcome !== 'done')).toEqual(carriedOut ? [] : ['refused']);
  return rules;
}

test('killed at any point while it pauses bids and started again, it pauses the rest: the service has each pause once, and no action stays open', async () => {
  const points: readonly KillPoint[] = [
    { write: 1, carriedOut: false },
    { write: 3, carriedOut: true },
    { write: 4, carriedOut: true },
  ];
  await Promise.all(
    points.map(async (point) => {
      const rules = await killedAt(CAP, point, 4);
      expect(rules.writes()).toHaveLength(4);
      expect(new Set(rules.writes()).size).toBe(4);
      const bids = await asked(rules.market, BIDS);
      const paused = bids.filter(({ status }) => status === 'Paused').map(({ name }) => name);
      expect(paused).toEqual(expect.arrayContaining(['sweep-a', 'sweep-b', 'train-llama', 'pretrain-b200']));
    }),
  );
});

test('killed when the last of its bids was placed, and started again, it finds it and places each bid once', async () => {
  const rules = await killedAt(WIDE, { write: 3, carriedOut: true }, 3);
  const placed = rules.wire.reached.filter(isWrite).map(({ body }) => /"name":"([^"]+)"/.exec(body)?.[1]);
  expect(placed).toHaveLength(3);
  const bids = (await asked(rules.market, BIDS)).map(({ name }) => name);
  expect(bids.filter((name) => String(name).startsWith('sweep-a-')).toSorted()).toEqual(placed.toSorted());
});
