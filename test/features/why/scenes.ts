import { answer } from '../../driver/answer.ts';
import type { Terminal } from '../../driver/terminal.ts';
import { fast, lists, PATIENT, type Scene, usual } from '../../screenshots/scene.ts';

/** A few minutes of a fleet's life: states that came and went, instances lost and gained, a price that was raised. */
async function story(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.type('/name:=batch-embed\r');
  await terminal.see(/batch-embed +▲ preempting/, PATIENT);
  terminal.type('e10.20');
  terminal.press('Ctrl-S');
  await answer(terminal, 'Enter');
  await terminal.see(/batch-embed .*\$10\.20/);
  await terminal.see(/batch-embed +● allocated/, PATIENT);
  terminal.press('h');
  await terminal.until(
    'it has gone through several states',
    (screen) => screen.screen().filter((line) => /batch-embed: \w+ → \w+/.test(line)).length >= 5,
    PATIENT,
  );
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [{ ...usual, file: 'story', args: fast, script: story }];
