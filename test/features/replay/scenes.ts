import type { Terminal } from '../../driver/terminal.ts';
import { fast, lists, PATIENT, type Scene, usual } from '../../screenshots/scene.ts';

/** The first loss, while the console goes on behind it. */
async function past(terminal: Terminal): Promise<void> {
  await lists(terminal);
  await terminal.until('something is lost', (screen) => screen.shows('✖ preempted'), PATIENT);
  terminal.press('{');
  await terminal.see('spotdeck PAST');
  terminal.type(':earliest moment\r');
  terminal.press('!');
  await terminal.until('the loss is shown', (screen) => screen.shows('▌') && screen.shows('✖ preempted'), PATIENT);
}

export const scenes: readonly Scene[] = [{ ...usual, file: 'past', args: fast, script: past }];
