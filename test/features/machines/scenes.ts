import type { Terminal } from '../../driver/terminal.ts';
import { demo, lists, PATIENT, type Scene, usual } from '../../screenshots/scene.ts';

/** The machines of the whole project: what works, what idles, what can't be read. */
async function machines(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('m');
  await terminal.see(/finetune-mistral-2 .* 0%/);
}

/** What did nothing for half an hour, marked, and the question before its bids are paused. */
async function idle(terminal: Terminal): Promise<void> {
  await lists(terminal);
  await terminal.see(/\d idle/, PATIENT);
  terminal.type('2zz/idle>30m\r');
  await terminal.see(/finetune-mistral-2 .* 0%/);
  terminal.type('*p');
  await terminal.see('▸ p again');
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [
  { ...usual, file: 'machines', script: machines },
  { ...usual, file: 'idle', args: [...demo, '--speed', '0'], script: idle },
];
