import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { reportCrash } from '../../src/system/crash-report.ts';
import { stateHome } from './state-home.ts';

test('the last twenty crash reports are kept, and no other file is deleted', () => {
  const folder = stateHome();
  mkdirSync(folder, { recursive: true });
  for (let n = 10; n < 40; n++) writeFileSync(join(folder, `crash-2026-01-${n}.txt`), 'old');
  writeFileSync(join(folder, 'crash-notes.md'), 'mine');
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  expect(reportCrash(new Error('planted fault'))).toBe(1);
  const reports = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  expect(reports).toHaveLength(20);
  expect(reports).toContain('crash-2026-01-39.txt');
  expect(reports).not.toContain('crash-2026-01-20.txt');
  expect(readFileSync(join(folder, 'crash-notes.md'), 'utf8')).toBe('mine');
  const [report = ''] = reports.filter((name) => !name.startsWith('crash-2026-01-'));
  expect(readFileSync(join(folder, report), 'utf8')).toContain('planted fault');
  expect(readFileSync(join(folder, 'console.log'), 'utf8')).toContain(`ended by a fault: ${join(folder, report)}`);
});
