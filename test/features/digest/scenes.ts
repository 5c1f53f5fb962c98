import type { Terminal } from '../../driver/terminal.ts';
import { type Scene, usual } from '../../screenshots/scene.ts';
import { afterAbsence } from './picture-of-absence.ts';

async function digest(terminal: Terminal): Promise<void> {
  await terminal.see('While you were away: the last 8h');
  await terminal.see('Not observed: ');
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [{ ...usual, file: 'digest', args: [], env: afterAbsence, script: digest }];
