import { answers } from './table-answers.ts';
import { connections } from './table-connections.ts';
import { contents } from './table-contents.ts';
import { refusals } from './table-refusals.ts';
import type { FaultRow, Recovery, Told } from './table-row.ts';

/** Every fault that the console is tried with. Tests are driven by it, and docs/faults.md shows it. */
export const faults: readonly FaultRow[] = [...connections, ...answers, ...refusals, ...contents];

const RECOVERY: Readonly<Record<Recovery, string>> = {
  'by itself':
    'The rows stay. The console tries again after a second or two, then ever less often, at least once a minute, and goes on by itself.',
  'after the wait':
    'The rows stay. Nothing is asked before the time that the service named; then it goes on by itself.',
  'with a token': 'The rows stay. Nothing is asked until you press `T` and give a token, or `R`.',
  'next refresh': 'The rest of the list is live. The next good answer puts it right.',
  'no need': 'Everything is live; nothing has to be done.',
};

const TOLD: Readonly<Record<Told, string>> = {
  done: 'done',
  refused: 'refused, with the reason; the row is as before',
  unknown: 'not known; the next refresh tells. Never sent again by itself',
};

/** The table of docs/faults.md. */
export function faultTable(): string {
  const row = (...cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [
    row('fault', 'what the screen says', 'what happens then', 'a change that meets it'),
    row('---', '---', '---', '---'),
    ...faults.map(({ what, sees, recovers, write }) =>
      row(
        what,
        [sees.header, ...(sees.pane === null ? [] : [sees.pane]), ...(sees.hint === null ? [] : [sees.hint])]
          .map((words) => words.replaceAll('HOST', 'HOST:PORT'))
          .join('; '),
        RECOVERY[recovers],
        write === null ? '' : toldInWords(write.told, write.deletion ?? write.told),
      ),
    ),
  ].join('\n');
}

function toldInWords(told: Told, deletion: Told): string {
  return told === deletion ? TOLD[told] : `${TOLD[told]}. Of something deleted or cancelled: ${TOLD[deletion]}`;
}
