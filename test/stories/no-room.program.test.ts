import { expect, test } from 'vitest';
import { node, program } from '../driver/built.ts';
import { closeAfterTest } from '../driver/console.ts';
import { openTerminal } from '../driver/terminal.ts';

test('on a terminal that says it has no columns and rows the console says so, and what to do', async () => {
  const script = `stty cols 0 rows 0; "${node}" "${program}" demo --db :memory:; echo "ended with $?"`;
  const terminal = openTerminal({ command: 'sh', args: ['-c', script], columns: 100, rows: 24 });
  closeAfterTest(terminal);
  await terminal.see('ended with 2');
  expect(terminal.raw()).toBe(
    [
      'The terminal says that it has 0 columns and 0 rows, so nothing can be shown.',
      'Tell it its size, such as with: stty cols 120 rows 40',
      'ended with 2',
      '',
    ].join('\r\n'),
  );
});
