import type { Terminal } from '../../driver/terminal.ts';
import { demo, lists, PATIENT, type Scene, usual } from '../../screenshots/scene.ts';

/** All GPUs of the project, the cursor on a machine that has done nothing for a while. */
async function heatmap(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('M');
  await terminal.see('Heat map of all GPUs, SIMULATED');
  // Two machines of the demo can't be read; the others are read one after the other.
  await terminal.see(/\d{3} GPUs \+ [23] machines unread/, PATIENT);
  terminal.press('n');
  await terminal.see('nothing since');
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [
  { ...usual, file: 'heatmap', args: [...demo, '--speed', '0'], script: heatmap },
];
