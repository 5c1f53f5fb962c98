import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Resvg } from '@resvg/resvg-js';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { machineClock } from '../../../src/lib/clock.ts';
import { openMarket } from '../../driver/console.ts';
import { newPath } from '../../journal/snapshots.ts';
import { drawDashboard, type Series } from '../../screenshots/dashboard-svg.ts';
import { fontFiles } from '../../screenshots/fonts.ts';
import { encodePng } from '../../screenshots/png.ts';
import { freePort } from '../../stories/free-port.ts';
import { openExporter } from './stories/exporter.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
/** Time that the picture shows, in seconds. */
const SHOWN_S = 240;

const Dashboard = z.object({
  title: z.string(),
  panels: z.array(
    z.object({
      title: z.string(),
      type: z.string(),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      fieldConfig: z.object({
        defaults: z.object({
          unit: z.string().nullable().default(null),
          custom: z.object({ stacking: z.object({ mode: z.string() }).optional() }).optional(),
        }),
      }),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })),
    }),
  ),
});
const Answer = z.object({
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        values: z.array(z.tuple([z.number(), z.string().transform(Number)])),
      }),
    ),
  }),
});

// Grafana itself draws the same queries; this picture shows what they answer.
test('dashboard', { timeout: (SHOWN_S + 60) * 1000 }, async () => {
  const market = await openMarket({ seed: 7, speed: 40 });
  const env = { ...market.env, SPOTDECK_JOURNAL: newPath(), SPOTDECK_BUDGET_PER_HOUR: '$700' };
  const exporter = await openExporter(env);
  const folder = mkdtempSync(join(tmpdir(), 'dashboard-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const job = { job_name: 'spotdeck', static_configs: [{ targets: [new URL(exporter.url).host] }] };
  const config = { global: { scrape_interval: '2s' }, scrape_configs: [job] };
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config));
  const options = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/data`];
  const prometheus = spawn('prometheus', [...options, `--web.listen-address=127.0.0.1:${port}`], { stdio: 'ignore' });
  onTestFinished(() => void prometheus.kill('SIGKILL'));
  await wait(SHOWN_S * 1000);

  const end = Math.floor(machineClock.now() / 1000);
  const answered = async (expr: string, legendFormat: string): Promise<readonly Series[]> => {
    const query = expr.replaceAll('$__rate_interval', '30s').replaceAll('$instance_type', '8xh100.*');
    const parameters = new URLSearchParams({ query, start: String(end - SHOWN_S + 20), end: String(end), step: '4' });
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/query_range?${parameters}`);
    const { data } = Answer.parse(await answer.json());
    return data.result.map(({ metric, values }) => ({
      legend: legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? ''),
      points: values,
    }));
  };
  const { title, panels } = Dashboard.parse(JSON.parse(readFileSync(at('contrib/grafana/spotdeck.json'), 'utf8')));
  const drawn = await Promise.all(
    panels.map(async ({ gridPos, fieldConfig: { defaults }, targets, ...panel }) => ({
      title: panel.title.replace(': $instance_type', ': 8xh100'),
      type: panel.type,
      grid: gridPos,
      unit: defaults.unit,
      isStacked: defaults.custom?.stacking?.mode === 'normal',
      series: (await Promise.all(targets.map(({ expr, legendFormat }) => answered(expr, legendFormat)))).flat(),
    })),
  );
  const empty = drawn.filter(({ series }) => series.length === 0).map((panel) => panel.title);
  expect(empty).toEqual(['Idle, per hour at most', 'GPU utilisation by type', 'Changes by rules']);
  const picture = new Resvg(drawDashboard(title, drawn), {
    font: { fontFiles: [...fontFiles], loadSystemFonts: false },
  });
  const image = picture.render();
  writeFileSync(at('screenshots/dashboard.png'), encodePng(image.pixels, image.width, image.height));
});
