import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { metrics } from '../../../src/features/metrics/series/metrics.ts';
import { requestMetrics } from '../../../src/features/metrics/series/request-metrics.ts';

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const RULES = 'contrib/prometheus/spotdeck.rules.yml';
const DASHBOARD = 'contrib/grafana/spotdeck.json';
const UNITS = ['contrib/systemd/spotdeck-exporter.service', 'contrib/systemd/spotdeck-autopilot.service'];

const labelsOf = new Map<string, ReadonlySet<string>>([
  ...metrics.map(({ name, labels }): [string, ReadonlySet<string>] => [name, new Set(labels)]),
  ...Object.values(requestMetrics).flatMap(({ name, kind, labels }): [string, ReadonlySet<string>][] =>
    kind === 'histogram' ? [[`${name}_bucket`, new Set([...labels, 'le'])]] : [[name, new Set(labels)]],
  ),
]);

describe.each([RULES, DASHBOARD])('%s', (path) => {
  const text = readFileSync(path, 'utf8').replaceAll('\\"', '"');

  test('asks only for metrics that the exporter has', () => {
    const asked = [...new Set(text.match(/\bspotdeck_\w+/g))];
    expect(asked.length).toBeGreaterThan(7);
    for (const name of asked) expect(labelsOf.has(name), name).toBe(true);
  });

  test('selects only by labels that these metrics have', () => {
    for (const [, name = '', selector = ''] of text.matchAll(/\b(spotdeck_\w+)\{([^}]*)\}/g))
      for (const [, label = ''] of selector.matchAll(/(\w+)\s*[=!]/g))
        expect(labelsOf.get(name), name).toContain(label);
  });
});

test('the dashboard is one that Grafana imports: JSON with panels that have an identifier, a place and queries', () => {
  const { panels, schemaVersion } = JSON.parse(readFileSync(DASHBOARD, 'utf8'));
  expect(schemaVersion).toBeGreaterThan(30);
  expect(new Set(panels.map(({ id }: { id: number }) => id)).size).toBe(panels.length);
  for (const { gridPos, targets } of panels) {
    expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    expect(targets.length).toBeGreaterThan(0);
  }
});

test.skipIf(!has('promtool'))('promtool finds nothing wrong with the alerts', () => {
  const { status, stderr } = spawnSync('promtool', ['check', 'rules', '--lint-fatal', RULES], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
});

describe.skipIf(!has('promtool'))('an alert fires', () => {
  const UP = 'spotdeck_list_up{list="volumes"}';
  const ERRORS = 'spotdeck_list_errors_total{list="volumes"}';

  test.each([
    ['for a list that is not read for 5 minutes', 'SpotdeckListNotRead', UP, '1 1 0x10', '6m', '8m'],
    ['for a list that fails half the time', 'SpotdeckListFails', ERRORS, '0 0 0+0.5x40', '12m', '40m'],
    ['when the service refuses the token', 'SpotdeckTokenRefused', 'spotdeck_token_refused', '0 0 1x10', '3m', '5m'],
  ])('%s, and not before', (_, alert, series, values, notYet, then) => {
    const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const expr = `count(ALERTS{alertname="${alert}",alertstate="firing"})`;
    const path = join(folder, 'alerts.yml');
    writeFileSync(
      path,
      JSON.stringify({
        rule_files: [resolve(RULES)],
        evaluation_interval: '1m',
        tests: [
          {
            interval: '1m',
            input_series: [{ series, values }],
            promql_expr_test: [
              { expr, eval_time: notYet, exp_samples: [] },
              { expr, eval_time: then, exp_samples: [{ labels: '{}', value: 1 }] },
            ],
          },
        ],
      }),
    );
    const { status, stderr } = spawnSync('promtool', ['test', 'rules', path], { encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, '']);
  });
});

test.skipIf(!has('systemd-analyze'))('systemd finds nothing wrong with the units, and they expose little', () => {
  for (const unit of UNITS) {
    const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
    expect(`${stdout}${stderr}`.split('\n').filter((line) => line.includes('spotdeck'))).toEqual([]);
    const { stdout: report } = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
      encoding: 'utf8',
    });
    const [, exposure = '10'] = /exposure level for \S+: ([\d.]+)/.exec(report) ?? [];
    expect(Number(exposure)).toBeLessThan(3);
  }
});
