import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rowsArrived } from '../../../../../src/store/transitions.ts';
import { freshHome } from '../../../../driver/environment.ts';
import { type ProgramEnd, runProgram } from '../../../../driver/running.ts';
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
function against(config: string, file: string, ...options: readonly string[]): Promise<ProgramEnd> {
  const path = newPath();
  writeFileSync(path, config);
  const home = freshHome({ SPOTDECK_CONFIG: path });
  onTestFinished(() => home.remove());
  return runProgram(['autopilot', '--against', file, ...options], home);
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

test('autopilot --against prints what the rules would have done in a recording, and sends nothing', async () => {
  const file = recorded();
  const { code, out, err } = await against(RULE, file);
  expect(err).toBe('');
  expect(out).toMatch(
    /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d climb: would .*train.*: outbid for 1m, limit price \$2\.50 to \$3\.00, cap \$4\.00\nclimb: ladder, 1 action\.\n$/,
  );
  expect(out).not.toContain('\u001b');
  expect(code).toBe(0);
  const lines = (await against(RULE, file, '-o', 'ndjson')).out.trim().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { event: 'action', rule: 'climb', action: 'limit', outcome: 'rehearsed' },
    { event: 'summary', rule: 'climb', actions: 1 },
  ]);
});

test('no rules, a file that is not there and one that is no recording are refused in one sentence with 2', async () => {
  const file = recorded();
  expect(await against('', file)).toMatchObject({
    code: 2,
    err: expect.stringContaining('The config file has no rules.'),
  });
  const none = join(dirname(file), 'none');
  expect(await against(RULE, none)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(none) });
  const other = newPath();
  writeFileSync(other, 'no recording');
  expect(await against(RULE, other)).toMatchObject({ code: 2, err: `${other} is not a recording of spotdeck.\n` });
});
