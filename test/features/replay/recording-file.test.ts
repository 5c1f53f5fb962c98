import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openRecording } from '../../../src/features/replay/recording/recording-file.ts';
import { newPath } from '../../journal/snapshots.ts';

/** The file, and its sentences. */
function opened(...more: readonly [disk?: Parameters<typeof openRecording>[1], mostBytes?: number]) {
  const path = newPath();
  const reports: string[] = [];
  const file = openRecording(path, ...more);
  return {
    path,
    reports,
    recording: file.begin((sentence) => reports.push(sentence)),
    written: file.written,
    ended: file.ended,
  };
}

test('a recording is a new file that only its owner can read', async () => {
  const { path, recording, written, reports } = opened();
  expect([recording.append('one\n'), recording.append('two\n')]).toEqual([true, true]);
  await written();
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(reports).toEqual([]);
});

test('a recording never overwrites an existing file', () => {
  const path = newPath();
  writeFileSync(path, 'mine');
  expect(() => openRecording(path)).toThrow(
    `Nothing can be recorded to ${path}: there is a file of that name already, and it is not written over.`,
  );
  expect(readFileSync(path, 'utf8')).toBe('mine');
});

test('at its size limit a recording ends with one sentence, and its lines are whole', async () => {
  const { path, recording, written, reports, ended } = opened(undefined, 2 * 1024 * 1024);
  expect(ended()).toBeNull();
  const line = `${'x'.repeat(1024 * 1024 - 1)}\n`;
  expect([line, line, line, 'short\n'].map(recording.append)).toEqual([true, true, false, false]);
  await written();
  expect(statSync(path).size).toBe(2 * 1024 * 1024);
  expect(reports).toEqual([`The recording has ended: ${path} has reached its size limit, 2 MB.`]);
  expect(ended(), 'for the shell, as the notice on screen goes by').toBe(reports[0]);
});

test('a full disk ends the recording with one sentence and nothing else', async () => {
  let writes = 0;
  const { path, recording, written, reports } = opened({
    append: async () => {
      writes += 1;
      if (writes > 1) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    },
  });
  for (const line of ['one\n', 'two\n', 'three\n']) recording.append(line);
  await written();
  expect(recording.append('four\n')).toBe(false);
  expect(writes).toBe(2);
  expect(reports).toEqual([`The recording has ended: ${path} can't be written: the disk is full.`]);
});
