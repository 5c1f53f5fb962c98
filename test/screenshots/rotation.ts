import { answer } from '../driver/answer.ts';
import type { Variables } from '../driver/environment.ts';
import type { Terminal } from '../driver/terminal.ts';
import { NO_TOKEN, tokenFileOf } from '../features/rotation/stories/rotating-operator.ts';
import { openScript } from '../stories/script.ts';

/** Settings of a console with its token in a file. */
export async function withTokenFile(): Promise<Variables> {
  const script = await openScript();
  tokenFileOf(script);
  return { ...script.home.env, ...NO_TOKEN };
}

/** A rotation at its second question: the new key is in use, and the old one still works. */
export async function rotation(terminal: Terminal): Promise<void> {
  await terminal.see('● live');
  terminal.type('5/name:console\r');
  await terminal.see(/▌ +console/);
  terminal.press('r');
  await terminal.see('takes its place there.');
  await answer(terminal, 'y');
  await terminal.see('Revoke the old key console?');
  await terminal.see('▸ y yes');
}
