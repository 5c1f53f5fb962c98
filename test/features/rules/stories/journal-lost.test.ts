import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { expect, test } from 'vitest';
import { soon } from '../../../driver/time.ts';
import { isWrite, type RulesAtHome } from './autopilot.ts';
import { climbing, readAgain } from './climbing.ts';

const journalOf = ({ env }: RulesAtHome): string => String(env['SPOTDECK_JOURNAL']);

/** The journal with what SQLite keeps beside it. */
const filesOf = (path: string): readonly string[] =>
  readdirSync(dirname(path))
    .filter((name) => name.startsWith(basename(path)))
    .map((name) => `${dirname(path)}/${name}`);

const remove = (path: string): void => {
  for (const file of filesOf(path)) rmSync(file);
};

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

test('after the journal was removed and the rule was released anew, of two programs one acts', async () => {
  const rules = await climbing();
  remove(journalOf(rules));
  await rules.autopilot.prints(/rehearse until they are released again/);
  expect(await rules.run('--release', 'climb')).toMatchObject({ code: 0 });
  const second = rules.start();
  await second.prints(/ autopilot (waits: the rules are run by|runs the rules from now on)/);
  const before = rules.wire.reached.filter(isWrite).length;
  await soon(() => expect(rules.writes().length).toBeGreaterThan(before + 3));
  const prices = rules.wire.reached.filter(isWrite).map(({ body }) => /"limit_price":"([^"]+)"/.exec(body)?.[1]);
  // Each step once: two programs would send some twice.
  expect(new Set(prices).size).toBe(prices.length);
  expect(await second.end('SIGTERM')).toEqual([0, null]);
});
