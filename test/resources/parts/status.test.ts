import { describe, expect, test } from 'vitest';
import { asciiGlyphs, unicodeGlyphs } from '../../../src/resources/glyphs.ts';
import { isStatus, type StatusKind, statusCell, statusRank, statusWord } from '../../../src/resources/parts/status.ts';

const row = (status: string | null) => status;

test.each<[StatusKind, string | null, string]>([
  ['bid', 'Open', '○ open'],
  ['bid', 'OPEN', '○ open'],
  ['bid', 'Allocated', '● allocated'],
  ['bid', 'Preempting', '▲ preempting'],
  ['bid', 'Paused', '‖ paused'],
  ['bid', 'Terminated', '✖ terminated'],
  ['instance', 'STATUS_RUNNING', '● running'],
  ['instance', 'running', '● running'],
  ['instance', 'STATUS_ERROR', '✖ error'],
  ['instance', 'STATUS_PREEMPTING', '▲ preempting'],
])('the %s status %s reads %s', (kind, status, text) => {
  expect(statusCell(kind, row(status), unicodeGlyphs).text).toBe(text);
});

describe('an unknown status', () => {
  test.each<[StatusKind, string, string]>([
    ['bid', 'Hibernating', '· Hibernating'],
    ['instance', 'STATUS_Warming_Up', '· Warming_Up'],
    ['bid', 'constructor', '· constructor'],
    ['bid', '__proto__', '· __proto__'],
    ['bid', 'STATUS_RUNNING', '· STATUS_RUNNING'],
  ])('of a %s, %s, is shown as it came: %s', (kind, status, text) => {
    expect(statusCell(kind, status, unicodeGlyphs)).toEqual({ text, tone: 'plain' });
  });

  test.each([null, ''])('none at all (%j) is a dash', (status) => {
    expect(statusCell('bid', status, unicodeGlyphs).text).toBe('–');
    expect(statusWord('bid', status)).toBe('');
  });

  test('sorts after trouble and before calm statuses', () => {
    const sorted = ['Terminated', 'Allocated', 'Hibernating', 'Preempting', null, 'Open'].sort((a, b) =>
      statusRank('bid', a) < statusRank('bid', b) ? -1 : 1,
    );
    expect(sorted).toEqual(['Preempting', null, 'Hibernating', 'Open', 'Allocated', 'Terminated']);
  });
});

test('no information is in colour alone: with ASCII glyphs each status still has its word', () => {
  expect(statusCell('instance', 'STATUS_RUNNING', asciiGlyphs).text).toBe('* running');
  expect(statusCell('bid', 'Preempting', asciiGlyphs).text).toMatch(/^[ -~]+preempting$/);
});

test('a status is recognised in any spelling', () => {
  expect(isStatus('STATUS_RUNNING', 'running')).toBe(true);
  expect(isStatus('Running', 'running')).toBe(true);
  expect(isStatus('NOT_RUNNING', 'running')).toBe(false);
  expect(isStatus(null, 'running')).toBe(false);
});
