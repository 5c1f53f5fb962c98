import { expect } from 'vitest';
import { openConsole } from '../driver/console.ts';
import { acceptOnLoopback } from '../driver/loopback.ts';
import { soon } from '../driver/time.ts';
import { NOTHING, openService, plainRows } from './doors.ts';
import { actingIn, expectNothingRan, expectSentence, expectUntouched } from './harmless.ts';
import { payloadsFor, setOutCanary } from './payloads.ts';
import { eachOf, openProgram } from './program.ts';

type Mistake = { readonly status: number; readonly body: (text: string) => string; readonly type: string };
/** Forms of an error of the service, with a hostile text in each. */
const MISTAKES: readonly Mistake[] = [
  ...[400, 401, 403, 404, 409, 422, 500].map((status) => ({
    status,
    body: (text: string) => JSON.stringify({ detail: text }),
    type: 'application/json',
  })),
  {
    status: 422,
    body: (text) => JSON.stringify({ detail: [{ loc: ['body', text], msg: text }] }),
    type: 'application/json',
  },
  {
    status: 400,
    body: (text) => JSON.stringify({ errors: [{ field: text, message: text }] }),
    type: 'application/json',
  },
  { status: 400, body: (text) => JSON.stringify({ [text]: text }), type: 'application/json' },
  { status: 400, body: (text) => text, type: 'text/plain' },
  { status: 404, body: (text) => `<html><title>${text}</title></html>`, type: 'text/html' },
  { status: 200, body: (text) => text, type: 'application/json' },
  {
    status: 200,
    body: (text) => JSON.stringify({ data: [{ fid: 1, name: text }, { [text]: 1 }] }),
    type: 'application/json',
  },
];
export const MISTAKE_PLACES = MISTAKES.length;
/** Errors of the service on stderr, in `doctor`, in `watch`. */
export async function errorBodies(): Promise<void> {
  const canary = setOutCanary();
  const text = payloadsFor(canary)
    .map((payload) => payload.text)
    .join(' ');
  await eachOf([...MISTAKES.entries()], async ([n, { status, body, type }]) => {
    // One service for each, so that retried requests do not delay the others.
    const service = await openService();
    service.answer((_, response) => response.writeHead(status, { 'content-type': type }).end(body(text)));
    const { run } = openProgram(service.env);
    // Retried errors take time, so each is requested once. The other commands get some of the rest each.
    const again = status >= 500;
    const more = [['bid', 'pause', 'x'], ['watch', '--once'], ['doctor'], ['ssh-config']][n % 4] ?? [];
    for (const args of again ? [['get', 'volumes']] : [['get', 'volumes'], more]) {
      const ran = await run(args);
      expect(actingIn(ran.out + ran.err), `${status} ${args[0]}`).toEqual([]);
      if (args[0] !== 'doctor') expectSentence(ran, `${status} ${args[0]}`);
    }
  });
  expectNothingRan(canary);
}
/** Errors of the service at the foot of the console and in its list of requests. */
export async function errorScreens(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const text = payloads.map((payload) => payload.text).join(' ');
  const service = await openService({ ...NOTHING, bids: plainRows('bids', 2) });
  const console = await openConsole({ args: ['--refresh', '0.5'], env: service.env });
  await console.seeLoaded('1 Bids ─ 2');
  for (const { status, body, type } of MISTAKES) {
    const before = service.asked().length;
    service.answer((_, response) => response.writeHead(status, { 'content-type': type }).end(body(text)));
    console.press('Ctrl-R', 'p');
    await soon(() => expect(service.asked().length).toBeGreaterThan(before));
    expect(console.line(0)).toContain('spotdeck');
  }
  console.do('requests');
  console.press('Enter');
  await console.see('/v2/');
  console.press('Esc', 'Esc', '7');
  await console.see('Activity');
  expectUntouched(console, payloads);
  expect(console.clipboard()).toBeNull();
  expectNothingRan(canary);
}
/** Hostile response heads, written byte by byte: names, values, the reason, the address of a redirect. */
const HEADS: readonly ((text: string) => string)[] = [
  (text) => `HTTP/1.1 500 ${text}\r\ncontent-length: 2\r\n\r\n{}`,
  (text) => `HTTP/1.1 503 x\r\nretry-after: ${text}\r\ncontent-length: 2\r\n\r\n{}`,
  (text) => `HTTP/1.1 302 x\r\nlocation: ${text}\r\ncontent-length: 0\r\n\r\n`,
  (text) => `HTTP/1.1 307 x\r\nlocation: http://127.0.0.1:1/${text}\r\ncontent-length: 0\r\n\r\n`,
  (text) => `HTTP/1.1 200 x\r\ncontent-type: ${text}\r\ncontent-length: 2\r\n\r\n[]`,
  (text) => `HTTP/1.1 200 x\r\n${text}: x\r\ncontent-length: 2\r\n\r\n[]`,
  (text) => `HTTP/1.1 200 x\r\ncontent-encoding: ${text}\r\ncontent-length: 2\r\n\r\n[]`,
  (text) => `${text}\r\n\r\n`,
  () => 'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n',
  () => `${'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)}HTTP/1.1 200 x\r\ncontent-length: 2\r\n\r\n[]`,
  () => 'HTTP/1.1 204 x\r\n\r\n[]',
  () => 'HTTP/1.1 304 x\r\n\r\n',
  () => 'HTTP/1.1 200 x\r\ncontent-length: -1\r\n\r\n[]',
  () => 'HTTP/1.1 200 x\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n[]x',
  () => 'HTTP/1.1 200 x\r\ntransfer-encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n[]\r\n',
  () => `HTTP/1.1 200 x\r\n${'x: y\r\n'.repeat(10_000)}content-length: 2\r\n\r\n[]`,
  () => 'HTTP/1.1 302 x\r\nlocation: file:///etc/passwd\r\ncontent-length: 0\r\n\r\n',
  () => 'HTTP/1.1 302 x\r\nlocation: http://169.254.169.254/latest/meta-data/\r\ncontent-length: 0\r\n\r\n',
];
export const HEAD_PLACES = HEADS.length;
export async function hostileHeads(): Promise<void> {
  const canary = setOutCanary();
  const text = payloadsFor(canary)
    .map((payload) => payload.text.replace(/[\r\n]/g, ' '))
    .join(' ')
    .slice(0, 4000);
  const { env } = await openService();
  await eachOf(HEADS, async (shape) => {
    const origin = await openHead(shape(text));
    const { run } = openProgram({ ...env, SPOTDECK_BASE_URL: origin });
    expectSentence(await run(['get', 'volumes']), shape('TEXT').slice(0, 200));
  });
  expectNothingRan(canary);
}
/** Service that answers every request with the same bytes. */
async function openHead(bytes: string): Promise<string> {
  const port = await acceptOnLoopback((socket) => socket.once('data', () => socket.end(bytes)));
  return `http://127.0.0.1:${port}`;
}
