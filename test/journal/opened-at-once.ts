import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const opener = join(import.meta.dirname, 'opener.ts');

/** Programs that open one journal at the same moment, and note something in it. */
export async function openedAtOnce(path: string, count: number): Promise<void> {
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
