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

/** All GPUs of the project, the cursor on a machine that has done nothing for a while. */
async function picture(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('m');
  await terminal.see(/finetune-mistral-2 .* 0%/);
  terminal.type('/finetune-mistral-2\r\t');
  await terminal.see('Machines: all GPUs by bid, SIMULATED');
  // Two machines of the demo can't be read; the others are read one after the other.
  await terminal.see(/\d{3} GPUs \+ [23] machines unread/, PATIENT);
  await terminal.see('nothing since');
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [
  { ...usual, file: 'machines', script: machines },
  { ...usual, file: 'heatmap', args: [...demo, '--speed', '0'], script: picture },
  { ...usual, file: 'idle', args: [...demo, '--speed', '0'], script: idle },
];
