import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { actingOn } from '../driver/acting.ts';
import { answer } from '../driver/answer.ts';
import { program } from '../driver/built.ts';
import { type Console, closeAfterTest, openMarket } from '../driver/console.ts';
import { openTerminal, type Terminal } from '../driver/terminal.ts';
import { soon } from '../driver/time.ts';
import { STILL } from './service.ts';

/** The console on a market, such that SIGUSR2 makes Node write down everything that is still in its heap. */
async function opened(): Promise<Console> {
  const market = await openMarket(STILL);
  const console = openTerminal({
    command: process.execPath,
    args: ['--heapsnapshot-signal=SIGUSR2', program],
    env: market.env,
    columns: 160,
    rows: 45,
  });
  closeAfterTest(console);
  await console.seeLoaded('14 bids');
  return { ...console, ...actingOn(console) };
}

/** The heap after a forced collection, as V8 writes it down. */
async function heapOf(console: Terminal): Promise<string> {
  const snapshots = () => readdirSync(console.home).filter((name) => name.endsWith('.heapsnapshot'));
  for (const old of snapshots()) rmSync(join(console.home, old));
  console.kill('SIGUSR2');
  // It is whole when it ends like one.
  await soon(() =>
    expect(snapshots().map((name) => readFileSync(join(console.home, name), 'utf8').trimEnd().endsWith(']}'))).toEqual([
      true,
    ]),
  );
  const [name = ''] = snapshots();
  return readFileSync(join(console.home, name), 'utf8');
}

/** Parts of a text that no other text has, as it is and as it goes to the clipboard. */
function tracesOf(secret: string): readonly string[] {
  const lines = secret.split('\n').filter((line) => line.length > 20 && !line.includes('-----'));
  const copied = Buffer.from(secret).toString('base64');
  return [...lines.flatMap((line) => [line.slice(0, 20), line.slice(-20)]), copied.slice(8, 40), copied.slice(-40, -8)];
}

test('no copy of an API key is in memory after its dialog closes', async () => {
  const console = await opened();
  await console.pane('apiKeys').do('create-api-key');
  console.type('k');
  console.do('review');
  await console.see('Create an API key: review');
  await answer(console, 'Enter');
  await console.see('This is shown only once');
  const [secret = ''] = /fkey_[\w-]{20,}/.exec(console.picture()) ?? [];
  expect(await heapOf(console)).toContain(secret);
  console.press('c');
  await console.see('Sent to the clipboard');
  console.press('Esc');
  await console.see('It was not saved.');
  await answer(console, 'y');
  await console.gone('It was not saved.');
  console.do('help');
  await console.see('╭ Keys ─');
  const heap = await heapOf(console);
  expect(tracesOf(secret).filter((trace) => heap.includes(trace))).toEqual([]);
});

test('no line of a private key is in memory after it was saved and its dialog closes', async () => {
  const console = await opened();
  const path = join(console.home, 'made');
  await console.pane('sshKeys').do('create-ssh-key');
  console.type('made');
  console.do('review');
  await console.see('the service creates an RSA key pair');
  await answer(console, 'Enter');
  await console.see('BEGIN RSA PRIVATE KEY');
  console.press('c', 's', 'Ctrl-U');
  console.type(path);
  console.press('Enter');
  await console.see('only you can read it');
  console.press('Esc');
  await console.gone('only you can read it');
  console.do('help');
  await console.see('╭ Keys ─');
  const heap = await heapOf(console);
  expect(tracesOf(readFileSync(path, 'utf8')).filter((trace) => heap.includes(trace))).toEqual([]);
});
