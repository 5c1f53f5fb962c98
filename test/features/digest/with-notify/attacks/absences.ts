import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inNames, type Lists, openService } from '../../../../attacks/doors.ts';
import { actingIn, expectNothingRan, expectUntouched, linesOf } from '../../../../attacks/harmless.ts';
import { type Payload, payloadsFor, setOutCanary } from '../../../../attacks/payloads.ts';
import { openProgram } from '../../../../attacks/program.ts';
import { whole } from '../../../../attacks/screens.ts';
import { openConsole } from '../../../../driver/console.ts';
import { passes } from '../../../../driver/time.ts';
import { receiver } from '../../../notify/receiver.ts';

/** Time in which nobody looked, in milliseconds. */
const ABSENT_MS = 1000;

const FORMATS = ['json', 'slack', 'discord'] as const;

/** A fleet in which every bid runs its instances, or has lost them all. */
function fleet(payloads: readonly Payload[], isLost: boolean): Lists {
  const lists = inNames(payloads);
  return {
    ...lists,
    bids: lists.bids.map((row) => ({ ...row, status: isLost ? 'Open' : 'Allocated', instance_quantity: 1 })),
    instances: lists.instances.map((row) => ({ ...row, status: isLost ? 'STATUS_PREEMPTED' : 'STATUS_RUNNING' })),
  };
}

/** What was lost while nobody looked: on screen, as text for a chat, as sums, and sent to addresses in each format. */
export async function lostInAbsence(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService(fleet(payloads, false));
  const { home, run } = openProgram(service.env);
  const receivers = await Promise.all(FORMATS.map(() => receiver()));
  const config = join(home.folder, 'notify.toml');
  writeFileSync(
    config,
    FORMATS.map(
      (format, n) =>
        `[[notify]]\nname = "${format}"\nurl = "${receivers[n]?.origin}/x"\nformat = "${format}"\ngroup_within = "0s"\n`,
    ).join(''),
  );
  const env = { SPOTDECK_CONFIG: config };
  expect((await run(['watch', '--once'], env)).code).toBe(0);
  service.say(fleet(payloads, true));
  await passes(ABSENT_MS);
  expect((await run(['watch', '--once'], env)).code).toBe(0);
  const sent = receivers.map(({ arrived }) => arrived.map(({ body }) => JSON.stringify(body)).join('\n'));
  for (const [n, text] of sent.entries()) {
    expect(text, FORMATS[n]).toMatch(/m\d\dm/);
    expect(actingIn(FORMATS[n] === 'json' ? '' : unquoted(text)), FORMATS[n]).toEqual([]);
  }
  for (const args of [
    ['digest', '--since', '1h'],
    ['digest', '--since', '1h', '-o', 'json'],
    ['spend', '--since', '1h'],
    ['spend', '--since', '1h', '--by', 'bid'],
    ['spend', '--since', '1h', '--by', 'bid', '-o', 'json'],
  ]) {
    const { code, out, err } = await run(args, env);
    expect({ code, err }, args.join(' ')).toEqual({ code: 0, err: '' });
    expect(actingIn(out), args.join(' ')).toEqual([]);
  }
  const { out } = await run(['digest', '--since', '1h'], env);
  expect(linesOf(out).filter((line) => /^forged/.test(line))).toEqual([]);
  const console = await openConsole({ args: [], env: { ...home.env, ...service.env, ...env } });
  await console.seeLoaded(`${payloads.length} bids`);
  // The journal is open.
  await console.see(/preempted, out since/);
  console.type('W');
  await console.see('What happened in the last');
  await console.see(/m\d\dm.*(lost|preempted)/);
  for (let page = 0; page < 5; page++) {
    await whole(console);
    console.press('PgDn');
  }
  expectUntouched(console, payloads);
  expect(console.clipboard()).toBeNull();
  expect(console.notifications()).toEqual([]);
  expectNothingRan(canary);
}

/** The texts of messages as a chat shows them. */
function unquoted(text: string): string {
  return text
    .split('\n')
    .map((line) => Object.values(Object(JSON.parse(line))).filter((one) => typeof one === 'string'))
    .join('\n');
}
