import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { inNames, type Lists, openService } from '../../../attacks/doors.ts';
import {
  actingIn,
  expectEachOnce,
  expectLines,
  expectNothingRan,
  expectSentence,
  expectUntouched,
  linesOf,
} from '../../../attacks/harmless.ts';
import { type Payload, payloadsFor, setOutCanary } from '../../../attacks/payloads.ts';
import { eachOf, openProgram } from '../../../attacks/program.ts';
import { openConsole } from '../../../driver/console.ts';
import { rehearse } from '../rehearse.ts';

const quoted = (text: string): string => JSON.stringify(text.toWellFormed()).replaceAll('\u007f', '\\u007f');

const budget = (name: string, filter = 'region:us'): string =>
  `[[rules]]\nname = ${quoted(name)}\nkind = "budget"\nper_hour = "$0.01"\npause = ["${filter}"]\nzone = "UTC"\n`;

function running(payloads: readonly Payload[]): Lists {
  const lists = inNames(payloads);
  return {
    ...lists,
    bids: lists.bids.map((row, n) => ({ ...row, status: 'Allocated', instances: [`inst_${n}`] })),
  };
}

/** Names of bids in what the autopilot prints: one line an action, as text and as NDJSON. */
export async function autopilotLines(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService(running(payloads));
  const { home } = openProgram(service.env);
  const config = join(home.folder, 'rules.toml');
  writeFileSync(config, budget('night'));
  // Before the actions there are a line for the rule and one for the program that runs it.
  const lines = payloads.length + 2;
  for (const more of [[], ['-o', 'ndjson']]) {
    const { out, err } = await rehearse(lines, home, { SPOTDECK_CONFIG: config }, ...more);
    expect(err).toBe('');
    expectLines(out, lines);
    expectEachOnce(linesOf(out).slice(2), payloads);
    if (more.length > 0)
      for (const line of linesOf(out)) expect(JSON.parse(line)).toMatchObject({ event: expect.any(String) });
  }
  expect(service.asked().filter((request) => !request.startsWith('GET '))).toEqual([]);
  expectNothingRan(canary);
}

/** Names of bids in actions, notices, events and the history of a bid, in the console. */
export async function rulesOnScreen(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService(running(payloads));
  const { home } = openProgram();
  const config = join(home.folder, 'rules.toml');
  const hostile = payloads.map(({ text }) => text).filter(isName);
  writeFileSync(config, budget('night') + hostile.map((name) => budget(name, 'name:m00m')).join(''));
  const console = await openConsole({
    columns: 160,
    rows: 45,
    args: [],
    env: { ...service.env, SPOTDECK_CONFIG: config },
  });
  await console.seeLoaded(`1 Bids ─ ${payloads.length}`);
  console.press('A');
  await console.see(`A Rules ─ run by this console ─ ${hostile.length + 1}`);
  await console.see(/would pause .*m\d\dm/);
  for (let page = 0; page < 3; page++) console.press('PgDn');
  await console.see(/▌ .*would pause m00m/);
  console.press('Enter');
  await console.see('Last actions');
  console.press('Left');
  await console.see('"fid"');
  console.press('Esc');
  console.type('y');
  await console.see('last action');
  console.press('Esc', '7', 'z', 'z', 'G', 'g');
  await console.see(new RegExp(`would pause ${payloads.length} bids`));
  console.press('Enter', 'Down', 'Enter');
  await console.see('When');
  console.press('Esc', 'z', 'z', '1', 'h');
  await console.see('[Story]');
  expectUntouched(console, payloads);
  expect(console.clipboard()).toBeNull();
  expect(console.notifications()).toEqual([]);
  expectNothingRan(canary);
}

const isName = (text: string): boolean => text.length <= 40 && actingIn(`${text.replaceAll('\n', '\0')}`).length === 0;

/** Names of rules: what acts on a terminal is refused with the reason, the rest is text. */
export async function namesOfRules(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const { home, run } = openProgram({
    SPOTDECK_BASE_URL: 'http://127.0.0.1:9',
    SPOTDECK_TOKEN: 'x',
    SPOTDECK_PROJECT: 'p',
  });
  await eachOf(payloads, async ({ id, mark, text }) => {
    const config = join(home.folder, `${mark}.toml`);
    writeFileSync(config, budget(text));
    const ran = await run(['autopilot', '--hold', 'other'], { SPOTDECK_CONFIG: config });
    expect(ran.code, id).not.toBe(0);
    expectSentence(ran, id);
  });
  expectNothingRan(canary);
}
