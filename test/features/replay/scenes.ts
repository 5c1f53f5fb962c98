import { openConsole } from '../../driver/console.ts';
import type { Terminal } from '../../driver/terminal.ts';
import { newPath } from '../../journal/snapshots.ts';
import { fast, lists, PATIENT, type Scene, usual } from '../../screenshots/scene.ts';

/** A night with losses in it, recorded; and then the moment of the first of them. */
async function recordedNight(): Promise<readonly string[]> {
  const file = newPath();
  const terminal = await openConsole({ columns: 160, rows: 45, args: [...fast, '--record', file] });
  await lists(terminal);
  await terminal.until(
    'more than one loss',
    (screen) => screen.screen().filter((line) => line.includes('✖ preempted')).length > 2,
    PATIENT,
  );
  terminal.press('q');
  await terminal.ended();
  return ['replay', file];
}

async function replay(terminal: Terminal): Promise<void> {
  await terminal.see('spotdeck REPLAY');
  terminal.press('7', '!');
  await terminal.see('Press . to go on.');
}

/** The moment of the first loss, while the console goes on behind it. */
async function past(terminal: Terminal): Promise<void> {
  await lists(terminal);
  await terminal.until('something is lost', (screen) => screen.shows('✖ preempted'), PATIENT);
  terminal.press('{');
  await terminal.see('spotdeck PAST');
  terminal.type(':earliest moment\r');
  terminal.press('!');
  await terminal.until('the loss is shown', (screen) => screen.shows('▌') && screen.shows('✖ preempted'), PATIENT);
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [
  { ...usual, file: 'replay', args: recordedNight, script: replay },
  { ...usual, file: 'past', args: fast, script: past },
];
