import { demo, type Scene, usual } from '../../screenshots/scene.ts';
import { rulesPane, withRules } from './picture-of-rules.ts';

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [
  { ...usual, file: 'rules', args: [...demo, '--speed', '0'], env: withRules, script: rulesPane },
];
