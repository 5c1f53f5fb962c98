import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { placed } from '../../../stories/service.ts';
import { isWrite, keepBack, openRules, type RulesAtHome } from './autopilot.ts';

/** Raises a bid that waits by a cent at each list. */
const CLIMB = `
[[rules]]
name = "climb"
kind = "ladder"
bids = "waiting"
wait = "1s"
step = "$0.01"
cap = "$0.90"
max_cost = "$50"
max_writes = 1000
`;

const journalOf = ({ env }: RulesAtHome): string => String(env['SPOTDECK_JOURNAL']);

/** The journal with what SQLite keeps beside it. */
const filesOf = (path: string): readonly string[] =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(basename(path)))
    .map((name) => `${dirname(path)}/${name}`);

const remove = (path: string): void => {
  for (const file of filesOf(path)) rmSync(file);
};

/** A rule that acts: it has raised a bid twice. */
async function climbing(): Promise<RulesAtHome & { readonly autopilot: ReturnType<RulesAtHome['start']> }> {
  const rules = await openRules(CLIMB);
  await placed(rules.market, 'waiting', '$0.01');
  expect(await rules.run('--release', 'climb')).toMatchObject({ code: 0 });
  const autopilot = rules.start();
  await autopilot.prints(/changed the limit price of waiting to \$0\.03/);
  return { ...rules, autopilot };
}

/** The number of requests that the market has got for lists of bids. */
const listsRead = ({ wire }: RulesAtHome): number =>
  wire.reached.filter((one) => !isWrite(one) && one.path.startsWith('/v2/spot/bids')).length;

/** Waits until the program has read the bids so many times more. */
async function readAgain(rules: RulesAtHome, times: number): Promise<void> {
  const until = listsRead(rules) + times;
  await expect.poll(() => listsRead(rules), { timeout: 60_000, interval: 50 }).toBeGreaterThanOrEqual(until);
}

const LOST: readonly (readonly [how: string, lose: (path: string) => void])[] = [
  ['was removed', remove],
  [
    'was replaced by a backup',
    (path) => {
      copyFileSync(path, `${path}.backup`);
      renameSync(`${path}.backup`, path);
    },
  ],
  [
    'was moved away',
    (path) => {
      mkdirSync(`${dirname(path)}/away`);
      for (const file of filesOf(path)) renameSync(file, `${dirname(path)}/away/${basename(file)}`);
    },
  ],
];

test.each(LOST)('once the journal %s, --hold is the end of all writes, and the rule rehearses', async (_, lose) => {
  const rules = await climbing();
  lose(journalOf(rules));
  expect(await rules.run('--hold', 'climb')).toMatchObject({ code: 0 });
  const answered = rules.writes().length;
  await readAgain(rules, 4);
  expect(rules.writes()).toHaveLength(answered);
  expect(rules.autopilot.errors()).toMatch(
    /^The journal \S+ (was removed|was replaced|lost one of the files).* rehearse until they are released again\.$/m,
  );
  // A supervisor sees it.
  expect(await rules.autopilot.end('SIGTERM')).toEqual([5, null]);
});

test('--hold waits for a write under way and for a program that does not answer, and says so', async () => {
  const rules = await climbing();
  // A write whose answer is kept back: the hold is answered only after it.
  const answer = Promise.withResolvers<void>();
  await keepBack(rules.wire, 1, { carriedOut: true, until: answer.promise });
  let isHeld = false;
  const hold = rules.run('--hold', 'climb').finally(() => {
    isHeld = true;
  });
  await readAgain(rules, 5);
  expect(isHeld).toBe(false);
  answer.resolve();
  expect(await hold).toEqual({
    code: 0,
    out: 'climb is held.\n',
    err: expect.stringMatching(
      /^Waiting until spotdeck autopilot on \S+, process \d+ has seen it: it may have a write of climb under way\.\n$/,
    ),
  });
  const answered = rules.writes().length;
  await readAgain(rules, 3);
  expect(rules.writes()).toHaveLength(answered);

  expect(await rules.run('--release', 'climb')).toMatchObject({ code: 0 });
  process.kill(rules.autopilot.pid, 'SIGSTOP');
  const runner = `spotdeck autopilot on \\S+, process ${rules.autopilot.pid}`;
  expect(await rules.run('--hold', 'climb')).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(
      new RegExp(
        `climb is held in the journal, but ${runner} has not seen it within 20 seconds: it may still send a write\\.\n`,
      ),
    ),
  });
  process.kill(rules.autopilot.pid, 'SIGCONT');
}, 120_000);

test('after the journal was removed and the rule was released anew, of two programs one acts', async () => {
  const rules = await climbing();
  remove(journalOf(rules));
  expect(await rules.run('--release', 'climb')).toMatchObject({ code: 0 });
  const second = rules.start();
  await second.prints(/ autopilot (waits: the rules are run by|runs the rules from now on)/);
  const before = rules.wire.reached.filter(isWrite).length;
  await expect.poll(() => rules.writes().length, { timeout: 60_000 }).toBeGreaterThan(before + 3);
  const prices = rules.wire.reached.filter(isWrite).map(({ body }) => /"limit_price":"([^"]+)"/.exec(body)?.[1]);
  // Each step once: two programs would send some twice.
  expect(new Set(prices).size).toBe(prices.length);
  expect(await second.end('SIGTERM')).toEqual([0, null]);
}, 120_000);
