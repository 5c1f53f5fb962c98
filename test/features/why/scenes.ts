import type { Terminal } from '../../driver/terminal.ts';
import { fast, lists, PATIENT, type Scene, usual } from '../../screenshots/scene.ts';

/** A bid that was preempted and waits for the market again. */
async function why(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type('/name:=batch-embed\r');
  await terminal.see(/batch-embed +○ open +(outbid|no room|waits)/, PATIENT);
  terminal.press('Y');
  await terminal.see('Why: batch-embed');
  await terminal.see('How sure');
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [{ ...usual, file: 'why', args: fast, script: why }];
