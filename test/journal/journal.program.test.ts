import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { all, newPath, opened } from './snapshots.ts';

const WRITER = new URL('./writer.ts', import.meta.url).pathname;

describe('over restarts and several consoles', () => {
  test('consoles in separate processes lose nothing, and one that is killed at any time leaves an intact file', async () => {
    const path = newPath();
    const notes = 300;
    const writer = (name: string) =>
      spawn(process.execPath, ['--experimental-strip-types', '--no-warnings', WRITER, path, name, String(notes)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
    const killed = writer('killed');
    const others = ['one', 'two', 'three'].map(writer);
    const ends = others.map((child) => once(child, 'exit'));
    await once(killed.stdout, 'data');
    killed.kill('SIGKILL');
    expect((await Promise.all(ends)).map(([code]) => code)).toEqual([0, 0, 0]);
    const noted = all(opened(path));
    for (const name of ['one', 'two', 'three'])
      expect(noted.filter((text) => text.startsWith(`done: ${name} `))).toHaveLength(notes);
    expect(noted.filter((text) => text.startsWith('done: killed ')).length).toBeGreaterThan(0);
    expect(new DatabaseSync(path).prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  });
});
