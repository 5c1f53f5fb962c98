// Prints the last lines of `.ci/run` from the JSON reports of its runs: failed tests with their messages, and the counts.
// `node test/summary.ts REPORT...`
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

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

/** The first lines of a message, without the stack of libraries. */
const head = (text: string): string =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => !/^\s+at .*(node_modules|node:internal|new Promise)/.test(line))
    .slice(0, LINES_OF_FAILURE)
    .join('\n');

/** Prints what failed in the runs with these reports, and the counts. A run without tests or without a report has failed. Returns the exit code. */
export function printSummary(reports: readonly string[]): number {
  const sums = { passed: 0, failed: 0, skipped: 0 };
  for (const path of reports) {
    if (!existsSync(path)) {
      sums.failed += 1;
      print(`Failed: ${path}: the run left no report`);
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
      if (file.status === 'failed' && failed.length === 0) print(`Failed: ${where}\n${head(file.message)}`);
      for (const one of failed) print(`Failed: ${where}: ${one.fullName}\n${head(one.failureMessages.join('\n'))}`);
    }
  }
  const skipped = sums.skipped > 0 ? `, ${sums.skipped} skipped` : '';
  print(`${sums.passed} passed, ${sums.failed} failed${skipped}`);
  return sums.failed > 0 ? 1 : 0;
}

if (import.meta.main) process.exitCode = printSummary(process.argv.slice(2));
