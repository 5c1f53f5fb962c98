import {
  chmodSync,
  chownSync,
  lchownSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RequestLogEntry } from '../../src/api/log-entry.ts';
import { type Bounds, type LogDisk, openLog } from '../../src/system/app-log.ts';
import { requestLog } from '../../src/system/request-log.ts';
import { newPath } from '../journal/snapshots.ts';

const SMALL: Bounds = { maxBytes: 100, kept: 2 };
const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });

/** Log, and the sentences it has reported. */
function opened(bounds: Bounds = SMALL, disk?: LogDisk) {
  const path = newPath();
  const reports: string[] = [];
  const log = openLog({
    path,
    ...bounds,
    onError: (sentence) => reports.push(sentence),
    ...(disk === undefined ? {} : { disk }),
  });
  const files = () => readdirSync(dirname(path)).toSorted();
  return { path, reports, files, name: basename(path), write: log.write };
}

test('only its owner can read a log, also when others could read the file before', () => {
  const { path, write, reports } = opened();
  write('one');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  chmodSync(path, 0o644);
  write('two');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
  expect(reports).toEqual([]);
});

/** Nobody: a user that is neither the one of the tests nor the administrator. */
const OTHER = 65_534;

describe.skipIf(process.geteuid?.() !== 0)('in a folder that others can write to', () => {
  test('a link of another user is not followed, and a file of another user is not written; both are reported', () => {
    const { path, write, reports } = opened();
    const target = newPath();
    writeFileSync(target, 'precious\n', { mode: 0o644 });
    symlinkSync(target, path);
    lchownSync(path, OTHER, OTHER);
    write('one');
    expect([readFileSync(target, 'utf8'), statSync(target).mode & 0o777]).toEqual(['precious\n', 0o644]);
    expect(reports).toEqual([`The log ${path} can't be written: it is a symbolic link of another user.`]);
    const other = opened();
    writeFileSync(other.path, 'theirs\n', { mode: 0o666 });
    chownSync(other.path, OTHER, OTHER);
    other.write('one');
    expect(readFileSync(other.path, 'utf8')).toBe('theirs\n');
    expect(reports.concat(other.reports).at(-1)).toBe(
      `The log ${other.path} can't be written: it belongs to another user.`,
    );
  });
});

test('a link of the operator’s own is followed, and a link to nothing makes the file', () => {
  const { path, write, reports } = opened();
  const target = newPath();
  symlinkSync(target, path);
  write('one');
  expect([readFileSync(target, 'utf8'), statSync(target).mode & 0o777, reports]).toEqual(['one\n', 0o600, []]);
});

test('a log stays within its limits: the oldest lines are dropped, the newest are in the file', () => {
  const { path, name, files, write, reports } = opened();
  for (let n = 0; n < 100; n++) write(`line ${n} ${'x'.repeat(20)}`);
  expect(files()).toEqual([name, `${name}.1`, `${name}.2`]);
  const sizes = files().map((file) => statSync(`${dirname(path)}/${file}`).size);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  const kept = [`${path}.2`, `${path}.1`, path].map((file) => readFileSync(file, 'utf8')).join('');
  expect([...kept.matchAll(/^line (\d+)/gm)].map(([, n]) => Number(n))).toEqual([93, 94, 95, 96, 97, 98, 99]);
  expect(reports).toEqual([]);
});

test('a log named by the operator stays one file, and its size limit is reported once', () => {
  const { path, name, files, write, reports } = opened({ maxBytes: 100, kept: 0 });
  for (let n = 0; n < 10; n++) write('x'.repeat(30));
  expect(files()).toEqual([name]);
  expect(statSync(path).size).toBe(93);
  expect(reports).toEqual([`The log ${path} has reached its size limit; nothing more is written to it.`]);
});

test('text that another program wrote to the file is rotated, not lost', () => {
  const { path, write } = opened();
  writeFileSync(path, 'y'.repeat(90));
  write('x'.repeat(30));
  expect(readFileSync(`${path}.1`, 'utf8')).toBe('y'.repeat(90));
});

describe('a disk that is full', () => {
  test('is reported once, throws nothing, and the log continues on a new line when there is space again', () => {
    let room = false;
    let text = '';
    const { path, write, reports } = opened(SMALL, {
      size: () => 0,
      rename: () => undefined,
      append: (_, line) => {
        if (!room) throw full;
        text += line;
      },
    });
    for (const line of ['one', 'two', 'three']) write(line);
    room = true;
    for (const line of ['four', 'five']) write(line);
    expect(text).toBe('\nfour\nfive\n');
    expect(reports).toEqual([`The log ${path} can't be written: the disk is full.`]);
  });

  test('keeps the log within its limits while files are renamed', () => {
    let appended = 0;
    const { write, reports } = opened(SMALL, {
      size: () => 90,
      rename: () => {
        throw full;
      },
      append: () => {
        appended += 1;
      },
    });
    for (const line of ['one'.repeat(9), 'two'.repeat(9)]) write(line);
    expect([appended, reports.length]).toEqual([0, 1]);
  });
});

test('a folder in place of the file, or a file in place of the folder, is reported once and throws nothing', () => {
  const path = dirname(newPath());
  const reports: string[] = [];
  const log = openLog({ path, ...SMALL, onError: (sentence) => reports.push(sentence) });
  log.write('one');
  log.write('two');
  expect(reports).toEqual([`The log ${path} can't be written: it is a folder.`]);
});

test('each request is a line with time, request, result, duration and number of the try', () => {
  const lines: string[] = [];
  const log = requestLog({ write: (line) => lines.push(line) });
  const requestLogEntry: RequestLogEntry = {
    method: 'GET',
    path: '/v2/spot/bids?project=p\u001b[2J',
    status: 200,
    startedAt: Date.UTC(2026, 10, 20, 12),
    tookMs: 34.6,
    bytes: 1234,
    failure: null,
    url: 'http://hidden.example',
    sent: '{"startup_script":"hidden"}',
    answer: 'hidden',
  };
  const lost = { ...requestLogEntry, status: null, bytes: 0, failure: 'unreachable refused' };
  for (const each of [
    requestLogEntry,
    lost,
    lost,
    { ...requestLogEntry, status: 503 },
    requestLogEntry,
    requestLogEntry,
  ])
    log(each);
  expect(lines).toEqual([
    expect.stringMatching(/^# spotdeck \S+, Node \S+, \S+$/),
    '2026-11-20T12:00:00.000Z GET /v2/spot/bids?project=p\ufffd[2J 200 35ms 1234B',
    '2026-11-20T12:00:00.000Z GET /v2/spot/bids?project=p\ufffd[2J - 35ms 0B unreachable refused',
    '2026-11-20T12:00:00.000Z GET /v2/spot/bids?project=p\ufffd[2J - 35ms 0B unreachable refused try 2',
    '2026-11-20T12:00:00.000Z GET /v2/spot/bids?project=p\ufffd[2J 503 35ms 1234B try 3',
    '2026-11-20T12:00:00.000Z GET /v2/spot/bids?project=p\ufffd[2J 200 35ms 1234B try 4',
    '2026-11-20T12:00:00.000Z GET /v2/spot/bids?project=p\ufffd[2J 200 35ms 1234B',
  ]);
});
