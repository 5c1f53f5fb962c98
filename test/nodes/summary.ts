// Prints the last lines of `.ci/run` from the JSON reports of its runs: failed tests with their messages, tests that passed only
// on the second try, and the counts. A run without tests or without a report has failed. `node test/nodes/summary.ts REPORT...`
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** Printed lines of one failure: the message, and the top of the screen after it. */
const LINES_OF_FAILURE = 30;

const reportSchema = z.object({
  success: z.boolean(),
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

const sums = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
const secondTries: string[] = [];
for (const path of process.argv.slice(2)) {
  if (!existsSync(path)) {
    sums.failed += 1;
    failures.push(`${path}: the run left no report`);
    continue;
  }
  const report = reportSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const ran = report.success && report.numPassedTests > 0;
  sums.passed += report.numPassedTests;
  sums.failed += report.numFailedTests + (ran || report.numFailedTests > 0 ? 0 : 1);
  sums.skipped += report.numPendingTests;
  for (const file of report.testResults) {
    const where = relative(process.cwd(), file.name);
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (file.status === 'failed' && failed.length === 0) failures.push(`${where}\n${file.message}`);
    for (const one of failed) failures.push(`${where}: ${one.fullName}\n${one.failureMessages.join('\n')}`);
    for (const one of file.assertionResults) {
      if (one.status === 'passed' && one.failureMessages.length > 0)
        secondTries.push(`${where}: ${one.fullName}\n${one.failureMessages[0]}`);
    }
  }
}

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const head = (text: string, lines: number): string =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|node:internal|new Promise)/.test(line))
    .slice(0, lines)
    .join('\n');
for (const one of secondTries) print(`Passed at the second try: ${head(one, 6)}`);
for (const one of failures) print(`Failed: ${head(one, LINES_OF_FAILURE)}`);
const skipped = sums.skipped > 0 ? `, ${sums.skipped} skipped` : '';
print(`${sums.passed} passed, ${sums.failed} failed${skipped}`);
process.exitCode = sums.failed > 0 ? 1 : 0;
