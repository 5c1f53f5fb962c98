// No test looks at a wall clock or has a second try. `node scripts/test-clocks.ts` fails with file and line of each that does.
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** What measures or is the clock of stories. */
const MEASURES = [
  'test/bench/',
  'test/driver/',
  'test/soak/',
  'test/features/money/bench/',
  'test/sync/freshness/table.ts',
];

const FAULTS: readonly { readonly found: RegExp; readonly why: string }[] = [
  {
    found: /\bDate\.now\b|\bnew Date\(\)/,
    why: 'reads the time of day: take storyClock() of test/driver/time.ts, or a fixed time',
  },
  { found: /\bperformance\.now\b|\bprocess\.hrtime\b/, why: 'measures time: what is fast is shown by the bench' },
  { found: /\bretry:\s*(?:\d|Number\()/, why: 'gives a test a second try: a test that fails once has failed' },
];

/** The faults of a test file, each with its place. */
export function clockFaults(path: string, text: string): readonly string[] {
  if (MEASURES.some((folder) => path.startsWith(folder))) return [];
  return text
    .split('\n')
    .flatMap((line, n) =>
      /^\s*(?:\/\/|\*|\/\*)/.test(line)
        ? []
        : FAULTS.flatMap(({ found, why }) => (found.test(line) ? [`${path}:${n + 1} ${why}.`] : [])),
    );
}

if (import.meta.main) {
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  const faults = [...files.map((name) => join('test', name)), 'vitest.config.ts'].flatMap((path) =>
    clockFaults(path.replaceAll(sep, '/'), readFileSync(path, 'utf8')),
  );
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
