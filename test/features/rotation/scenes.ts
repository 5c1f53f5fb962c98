import { answer } from '../../driver/answer.ts';
import type { Variables } from '../../driver/environment.ts';
import type { Terminal } from '../../driver/terminal.ts';
import { type Scene, usual } from '../../screenshots/scene.ts';
import { openScript } from '../../stories/script.ts';
import { NO_TOKEN, tokenFileOf } from '../../stories/token-file.ts';

/** Settings of a console with its token in a file. */
async function withTokenFile(): Promise<Variables> {
  const script = await openScript();
  tokenFileOf(script);
  return { ...script.home.env, ...NO_TOKEN };
}

/** A rotation at its second question: the new key is in use, and the old one still works. */
async function rotation(terminal: Terminal): Promise<void> {
  await terminal.see('● live');
  terminal.type('5/name:console\r');
  await terminal.see(/▌ +console/);
  terminal.press('r');
  await terminal.see('takes its place there.');
  await answer(terminal, 'y');
  await terminal.see('Revoke the old key console?');
  await terminal.see('▸ y yes');
}

/** Pictures of it in the documentation. */
export const scenes: readonly Scene[] = [
  { ...usual, file: 'rotation', args: [], env: withTokenFile, script: rotation },
];
