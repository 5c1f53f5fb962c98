import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { isWrite, openRules, type RulesAtHome } from './autopilot.ts';
import { placed } from './service.ts';

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

/** Returns the number of requests that the market has got for lists of bids. */
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
