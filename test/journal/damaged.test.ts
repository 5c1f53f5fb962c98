import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openJournal } from '../../src/journal/journal.ts';
import { serviceResources } from '../../src/resources/index.ts';
import { NOON } from '../store/hand-clock.ts';
import { HERE } from './scope.ts';
import { newPath } from './snapshots.ts';

const opener = join(import.meta.dirname, 'opener.ts');
const GARBAGE = 'SQLite format 3\u0000'.padEnd(8192, 'x');

/** Programs that open one journal at the same moment, and note something in it. */
async function openedAtOnce(path: string, count: number): Promise<void> {
  const programs = Array.from({ length: count }, (_, n) =>
    spawn(process.execPath, [opener, path, `program ${n}`], { stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  onTestFinished(() => {
    for (const program of programs) program.kill('SIGKILL');
  });
  await Promise.all(programs.map((program) => says(program)));
  // All of them are loaded: now they open it.
  for (const program of programs) program.stdin.write('go\n');
  await Promise.all(programs.map((program) => says(program)));
  const ended = programs.map((program) => new Promise((done) => program.once('close', done)));
  for (const program of programs) program.stdin.end();
  await Promise.all(ended);
}

const says = (program: ChildProcess): Promise<unknown> => new Promise((done) => program.stdout?.once('data', done));

test('programs that find a damaged journal at the same moment set it aside once, and share the new one', async () => {
  for (let round = 0; round < 4; round++) {
    const path = newPath();
    writeFileSync(path, GARBAGE);
    await openedAtOnce(path, 3);
    const aside = readdirSync(dirname(path)).filter(
      (name) => !name.startsWith(`${basename(path)}-`) && name !== basename(path),
    );
    expect(aside).toEqual([expect.stringMatching(/^journal\.db\.damaged-\d+$/)]);
    expect(readFileSync(join(dirname(path), String(aside[0])), 'utf8')).toBe(GARBAGE);
    const journal = openJournal(path, () => NOON, serviceResources, []);
    const told = journal.after([HERE], 0).map(({ payload }) => 'what' in payload && payload.what);
    journal.close();
    expect(told.toSorted()).toEqual(['program 0', 'program 1', 'program 2']);
  }
}, 60_000);
