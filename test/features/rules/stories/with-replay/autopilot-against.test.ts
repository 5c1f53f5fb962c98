import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { rowsArrived } from '../../../../../src/store/transitions.ts';
import { node, program } from '../../../../driver/built.ts';
import { freshHome } from '../../../../driver/environment.ts';
import { newPath } from '../../../../journal/snapshots.ts';
import { bid, whole } from '../../../../store/made.ts';
import { recordRun } from '../../../replay/recorded.ts';

const RULE = `[[rules]]
name = "climb"
kind = "ladder"
bids = "train"
wait = "1m"
step = "$0.50"
cap = "$4"
max_cost = "$50"
`;

/** Runs `spotdeck autopilot --against` with a config file. */
function against(config: string, file: string, ...options: readonly string[]) {
  const path = newPath();
  writeFileSync(path, config);
  const { env } = freshHome();
  const { status, stdout, stderr } = spawnSync(node, [program, 'autopilot', '--against', file, ...options], {
    env: { ...env, SPOTDECK_CONFIG: path, TZ: 'UTC' },
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** A recording of five minutes in which a bid waits, whose name is hostile. */
function recorded(): string {
  const run = recordRun();
  const train = bid('train', {
    name: 'train\u001b]0;x\u0007',
    status: 'Open',
    limit_price: '$2.50',
    instance_quantity: 1,
  });
  for (let ms = 0; ms <= 300_000; ms += 5000)
    run.at(ms, (state, now) => {
      const asked = { at: now - 100, sequence: ms + 1 };
      return rowsArrived(rowsArrived(state, 'bids', whole(train), asked, now), 'instances', whole(), asked, now);
    });
  const file = newPath();
  writeFileSync(file, run.text());
  return file;
}

test('autopilot --against prints what the rules would have done in a recording, and sends nothing', () => {
  const file = recorded();
  const { status, stdout, stderr } = against(RULE, file);
  expect(stderr).toBe('');
  expect(stdout).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d climb: would .*train.*: outbid for 1m, limit price \$2\.50 to \$3\.00, cap \$4\.00\nclimb: ladder, 1 action\.\n$/,
  );
  expect(stdout).not.toContain('\u001b');
  expect(status).toBe(0);
  const lines = against(RULE, file, '-o', 'ndjson').stdout.trim().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { event: 'action', rule: 'climb', action: 'limit', outcome: 'rehearsed' },
    { event: 'summary', rule: 'climb', actions: 1 },
  ]);
});

test('no rules, a file that is not there and one that is no recording are refused in one sentence with 2', () => {
  const file = recorded();
  expect(against('', file)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('The config file has no rules.'),
  });
  const none = join(dirname(file), 'none');
  expect(against(RULE, none)).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining(none) });
  const other = newPath();
  writeFileSync(other, 'no recording');
  expect(against(RULE, other)).toMatchObject({ status: 2, stderr: `${other} is not a recording of spotdeck.\n` });
});
