import { answer } from '../../driver/answer.ts';
import type { Terminal } from '../../driver/terminal.ts';
import { fast, lists, PATIENT, type Scene, usual } from '../../screenshots/scene.ts';

/** A bid that was preempted and waits, and one that the operator has paused. */
async function why(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type('/name:=sweep-b\rp');
  await answer(terminal, 'p');
  await terminal.see(/sweep-b +‖ paused +by you/, PATIENT);
  terminal.press('Esc');
  await terminal.see(/batch-embed +○ open +outbid\?/, PATIENT);
  terminal.type('/name:=batch-embed\r');
  await terminal.see(' 1/1 ', PATIENT).catch(() => undefined);
  terminal.press('Y');
  await terminal.see('Why: batch-embed');
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [{ ...usual, file: 'why', args: fast, script: why }];
