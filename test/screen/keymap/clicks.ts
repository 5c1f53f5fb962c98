import { point } from '../../../src/screen/keymap/mouse.ts';
import { questionOf } from '../../../src/screen/keymap/open-question.ts';
import type { Arrival } from '../../../src/screen/keys/binding.ts';
import { headerParts } from '../../../src/store/header-line.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import { type Operator, UNREAD } from '../keys/press-keys.ts';

/** An operator who reads before the next click. */
export const calm = (state: ConsoleState): Arrival => ({ ...UNREAD, answers: questionOf(state) });

/** Clicks on a part of the header. */
export function clickHeader({ controller, state }: Operator, part: string): void {
  const { parts } = headerParts(state(), state().size.columns);
  const column = parts.find((placed) => placed.part === part)?.left ?? -1;
  point(controller, { kind: 'click', column, row: 0 }, calm(state()));
}
