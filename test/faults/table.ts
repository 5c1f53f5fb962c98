import { answers } from './table-answers.ts';
import { connections } from './table-connections.ts';
import { contents } from './table-contents.ts';
import { refusals } from './table-refusals.ts';
import type { ExpectedText, FaultRow, Recovery } from './table-row.ts';

/** All faults of the tests. The tests cause them, and the README of this folder lists them. */
export const faults: readonly FaultRow[] = [...connections, ...answers, ...refusals, ...contents];

const RECOVERY: Readonly<Record<Recovery, string>> = {
  'by itself': 'retries with back-off',
  'after the wait': 'waits for Retry-After, then retries',
  'with a token': 'stops until you press `P` or `R`',
  'next refresh': 'corrected by the next good answer',
  'no need': 'nothing to put right',
};

const TOLD: Readonly<Record<ExpectedText, string>> = {
  done: 'done',
  refused: 'refused, with the reason',
  unknown: 'unknown until the next refresh',
};

/** The table of the README of this folder. */
export function faultTable(): string {
  const row = (...cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    row('fault', 'the header says', 'what else the screen says', 'reading', 'a change that meets it'),
    row('---', '---', '---', '---', '---'),
    ...faults.map((faultRow) =>
      row(
        faultRow.what,
        faultRow.sees.header,
        (faultRow.tells ?? faultRow.sees.hint ?? faultRow.sees.pane ?? '').replaceAll('HOST', 'HOST:PORT'),
        RECOVERY[faultRow.recovers],
        faultRow.write === null ? '' : toldInWords(faultRow.write.told, faultRow.write.deletion ?? faultRow.write.told),
      ),
    ),
  ].join('\n');
}

function toldInWords(told: ExpectedText, deletion: ExpectedText): string {
  return told === deletion ? TOLD[told] : `${TOLD[told]}; deleting or cancelling: ${TOLD[deletion]}`;
}
