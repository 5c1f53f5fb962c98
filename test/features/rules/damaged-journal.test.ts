import { writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { HERE } from '../../journal/scope.ts';
import { newPath } from '../../journal/snapshots.ts';
import { NOON } from '../../store/hand-clock.ts';
import { openFeatureJournal } from './open-journal.ts';

const GARBAGE = 'SQLite format 3\u0000'.padEnd(8192, 'x');

test('a journal that is damaged while a program has it open is set aside by the next one, and both use the new one', () => {
  const path = newPath();
  let now = NOON;
  const opened = () => {
    const journal = openFeatureJournal(path, () => now);
    onTestFinished(journal.close);
    return journal;
  };
  const rule = { name: 'night', version: '1' };
  const first = opened();
  first.declareRules(HERE, [rule]);
  expect(first.releaseRule(HERE, rule)).toBe(true);
  writeFileSync(path, GARBAGE);
  writeFileSync(`${path}-wal`, '');
  now += 1000;
  const second = opened();
  expect(second.news()).toMatch(/^The journal \S+ was damaged\. The damaged file is \S+ now\. Its rules rehearse/);
  expect(first.rules(HERE)).toEqual([]);
  expect(first.news()).toMatch(
    /^The journal \S+ was replaced .*\. Its rules rehearse until they are released again\.$/,
  );
  expect(second.declareRules(HERE, [rule])).toBe(true);
  expect(first.rules(HERE)).toMatchObject([{ name: 'night', released: false }]);
  expect([first, second].map((journal) => journal.warning())).toEqual([null, null]);
});
