import { expect, test } from 'vitest';
import { sources, filesWith as sourcesWith } from './sources.ts';

/** The sources without their comments. */
const code = sources.map(({ path, text }) => ({ path, text: text.replaceAll(/\/\/.*|\/\*[\s\S]*?\*\//g, '') }));
const filesWith = (pattern: RegExp): readonly string[] => sourcesWith(pattern, code);

/** A value that is a time by its name, perhaps as a bigint. */
const TIME = String.raw`(?:BigInt|Number)?\(?[\w.]*(?:\b[mM]s\b|[a-z]Ms\b|_MS\b|\bHOUR\b|\b[hH]ours\b|[a-z]Hours\b|[sS]econds\b|\bclock\(|\belapsed\b|\b(?:time|slot|stretch|period|gap)\.to\b)`;
/** A value that is a price or a rate by its name. */
const PRICE = String.raw`[\w.]*(?:[mM]icros|[pP]rice|[rR]ate|[lL]imit|[cC]ost|[aA]mount)(?:PerHour)?\b\)?`;
/** A price times a time, or a price per hour times something over hours. */
const PRICED_TIME = new RegExp(
  [`${PRICE}\\s*\\*\\s*${TIME}`, `${TIME}[\\w.()]*\\s*\\*\\s*(?:BigInt|Number)?\\(?${PRICE}`].join('|'),
);

test('a price becomes an amount over time in one place, and one module uses it', () => {
  expect(filesWith(PRICED_TIME)).toEqual(['src/features/money/spend.ts']);
  expect(filesWith(/\bcostOfTime\b/)).toEqual(['src/features/money/spend.ts']);
});

test.each([
  'for (const { sign, micros } of stretch.rates) costs.set(sign, (costs.get(sign) ?? 0n) + micros * BigInt(ms));',
  'for (const { sign, micros } of saves) saved.set(sign, (saved.get(sign) ?? 0n) + micros * ms);',
  'return rates.map(({ sign, micros }) => ({ sign, microMs: micros * runningMs }));',
  'const cost = (limit.micros * BigInt(gapMs)) / HOUR;',
  'const spent = Number(rate.micros) * elapsed;',
  'const spent = (ms / HOUR_MS) * price;',
  'const most = hours * limitPrice;',
  'const today = costPerHour * hours;',
])('%s is seen', (text) => {
  expect(text).toMatch(PRICED_TIME);
});

test.each([
  'const rate = micros * BigInt(instances(step));',
  'const cost = limit.micros * BigInt(running);',
  'const next = Math.min(MINUTE_MS * 2 ** refusals, HOUR_MS);',
])('%s is no amount over time', (text) => {
  expect(text).not.toMatch(PRICED_TIME);
});

/** The files that take a name from a module that sums amounts over time. */
const taken = (name: string): readonly string[] =>
  filesWith(new RegExp(`import [^;]*\\b${name}\\b[^;]*from '[^']*/(?:spend|periods)\\.ts'`));

test('$, W, spotdeck digest, spotdeck spend, the rules, the exporter and the budgets take their amounts over time from there', () => {
  expect(taken('spendOver')).toEqual([
    'src/features/digest/command.ts',
    'src/features/money/answers.ts',
    'src/features/money/costs/periods.ts',
    'src/features/money/costs/report.ts',
  ]);
  expect(filesWith(/\bprojectSpend\b/)).toEqual(['src/features/money/spend.ts']);
  expect([...taken('spendOfSteps'), ...taken('estimateOver')]).toEqual([
    'src/features/rules/engine/effects.ts',
    'src/features/rules/engine/effects.ts',
  ]);
  // What views, budgets, the exporter and the rules show is one answer of the journal.
  expect(taken('costsOf')).toEqual(['src/features/money/answers.ts']);
});
