import { expect } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { NOTHING, openService, plainRows } from './doors.ts';

/** Responses of a terminal to queries that a remote machine sent during a login, with text of that machine's choosing. */
const ANSWERS: readonly ((text: string) => string)[] = [
  (text) => `\u001b]l${text}\u001b\\`,
  (text) => `\u001b]L${text}\u001b\\`,
  (text) => `\u001b]0;${text}\u0007`,
  (text) => `\u001b]11;${text}\u001b\\`,
  (text) => `\u001b]52;c;${text}\u0007`,
  (text) => `\u001bP1$r${text}\u001b\\`,
  (text) => `\u001bP>|${text}\u001b\\`,
  (text) => `\u001b_G${text}\u001b\\`,
  () => '\u001b[?64;1;2;6;22c\u001b[>41;354;0c\u001b[12;40R\u001b[8;45;160t\u001b[?2026;2$y\u001b[?1u',
];
export const ANSWER_SHAPES = ANSWERS.length;

/** Keys that would change something, open something or end the console. */
const KEYS = ['2', 'p', 'x', 'r', 'n', 'q', ':', '\r'];
export const ANSWER_KEYS = KEYS.length;

/** Responses of a terminal are not read as keys, even in two pieces. */
export async function terminalAnswers(): Promise<void> {
  const service = await openService({ ...NOTHING, bids: plainRows('bids', 2) });
  const console = await openConsole({ args: [], env: service.env });
  await console.seeLoaded('1 Bids ─ 2');
  const before = console.screen().slice(1);
  for (const shape of ANSWERS) {
    const answer = shape(KEYS.join(''));
    console.type(answer);
    console.type(answer.slice(0, 5));
    console.type(answer.slice(5));
  }
  // A key of the operator still works, and only its effect is visible.
  console.press('j');
  await console.seeSelected('Bids', 'bid-1');
  console.press('k');
  await console.seeSelected('Bids', 'bid-0');
  // Ages and trends go on.
  const steady = (lines: readonly string[]): readonly string[] =>
    lines.map((line) => line.replace(/\d+[sm]\b/g, '').replace(/[\u2800-\u28ff]/g, ' '));
  expect(steady(console.screen().slice(1))).toEqual(steady(before));
  expect(service.asked().filter((one) => !one.startsWith('GET'))).toEqual([]);
}

/** SIGUSR1 from another process of the operator: no debugger starts to listen. */
export async function debuggerSignal(): Promise<void> {
  const service = await openService();
  const console = await openConsole({ args: [], env: service.env });
  console.kill('SIGUSR1');
  console.press('?');
  await console.see('Search');
  expect(console.raw().includes('Debugger')).toBe(false);
  console.press('Esc', 'Ctrl-C');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
}
