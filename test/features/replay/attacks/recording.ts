import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { everywhere } from '../../../attacks/doors.ts';
import { expectNothingRan, expectUntouched } from '../../../attacks/harmless.ts';
import { payloadsFor, setOutCanary } from '../../../attacks/payloads.ts';
import { openProgram } from '../../../attacks/program.ts';
import { openConsole } from '../../../driver/console.ts';
import type { Terminal } from '../../../driver/terminal.ts';

/** Shown, while nothing in it acts. */
export async function hostileRecording(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const { home } = openProgram();
  const file = join(home.folder, 'night.spotdeck');
  const word = payloads.map(({ text }) => text).join(' ');
  const lists = everywhere(payloads);
  const at = Date.parse('2026-11-20T10:00:00Z');
  const line = (value: object): string => `${JSON.stringify(value)}\n`;
  const place = {
    profile: word,
    projects: [word],
    origin: word,
    demo: false,
    names: [[payloads[0]?.text, word]],
    preemptionMs: 60_000,
  };
  const noted = { fid: word, at, since: null, from: 'here', who: 'operator', outcome: 'done', what: word, about: null };
  const listed = (['bids', 'instances', 'volumes', 'sshKeys', 'apiKeys'] as const).map((list) =>
    line({
      kind: 'list',
      at: at + 1000,
      list,
      asked: at,
      rows: lists[list],
      unreadable: [{ fid: word, why: word, raw: word }],
    }),
  );
  writeFileSync(
    file,
    [
      line({ spotdeck: 'recording', version: 1 }),
      line({ kind: 'place', at, place }),
      ...listed,
      line({ kind: 'done', at: at + 1500, noted }),
      line({
        kind: 'failed',
        at: at + 2000,
        list: 'bids',
        fault: {
          error: { kind: 'server-fault', reached: 'yes', status: 500, waitMs: null, said: word },
          since: at,
          tryAt: null,
        },
      }),
    ].join(''),
    { mode: 0o600 },
  );
  const console = await openConsole({ args: ['replay', file], env: {} });
  console.do('replay-end');
  await console.see(String(payloads.length));
  await goThrough(console);
  expectUntouched(console, payloads);
  expectNothingRan(canary);
}

async function goThrough(console: Terminal): Promise<void> {
  for (const pane of ['1', '2', '3', '4', '5', '7']) {
    console.type(pane);
    console.press('G', 'Enter', 'Esc', 'g', 'Enter', 'Esc');
  }
  console.press('1');
  await console.see('1 Bids');
}
