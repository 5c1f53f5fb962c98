import type { Terminal } from '../../driver/terminal.ts';
import { demo, lists, type Scene, usual } from '../../screenshots/scene.ts';

/** All GPUs of the project, the cursor on a machine that has done nothing for a while. */
async function heatmap(terminal: Terminal): Promise<void> {
  await lists(terminal);
  terminal.press('M');
  await terminal.see('Heat map of all GPUs, SIMULATED');
  await terminal.until(
    'all machines are read',
    (screen) => /mean use \d+%/.test(screen.screen().join('\n')) && screen.shows('✖'),
  );
  terminal.press('n');
  await terminal.see('nothing since');
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [
  { ...usual, file: 'heatmap', args: [...demo, '--speed', '0'], script: heatmap },
];
