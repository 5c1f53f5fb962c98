import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type PlantedCopy, plant } from '../../architecture/planted-copy.ts';
import { node } from '../../driver/built.ts';
import { openMarket } from '../../driver/console.ts';
import { freshHome } from '../../driver/environment.ts';
import { soon } from '../../driver/time.ts';
import { STILL } from '../../stories/service.ts';
import { METRICS_URL } from './stories/exporter.ts';

/** A copy of the project with one more metric. */
let planted: PlantedCopy;

beforeAll(async () => {
  const text = `
  {
    name: 'spotdeck_pulse',
    help: 'Whether it beats.',
    kind: 'gauge',
    labels: [],
    samples: () => [{ labels: {}, value: 1 }],
  },`;
  const file = 'src/features/metrics/series/metrics.ts';
  planted = await plant({}, [{ file, after: 'export const metrics: readonly Metric[] = [', text }]);
  return planted.remove;
});

test('the type of an added metric fits without any other change', () => planted.checkTypes());

test('an added metric is in the table of the docs, and the exporter serves it', async () => {
  await planted.script('scripts/docs.ts');
  expect(readFileSync(join(planted.folder, 'docs/metrics.md'), 'utf8')).toContain('spotdeck_pulse');
  const home = freshHome((await openMarket(STILL)).env);
  onTestFinished(() => home.remove());
  const words = [planted.program, 'exporter', '--listen', '127.0.0.1:0'];
  const exporter = spawn(node, words, { cwd: home.folder, env: home.env, stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void exporter.kill('SIGKILL'));
  let errors = '';
  exporter.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  await soon(() => expect(errors).toMatch(METRICS_URL));
  const [url = ''] = METRICS_URL.exec(errors) ?? [];
  expect(await (await fetch(url)).text()).toMatch(
    /^# HELP spotdeck_pulse Whether it beats\.\n# TYPE spotdeck_pulse gauge\nspotdeck_pulse 1$/m,
  );
});
