import type { Key } from 'ink';
import type { Press } from '../../keys/binding.ts';

/** Part of a press that follows from Ink's report; the key stream knows the rest. */
type KeyPress = Pick<Press, 'name' | 'types'>;

const NAMED = [
  ['upArrow', 'Up'],
  ['downArrow', 'Down'],
  ['leftArrow', 'Left'],
  ['rightArrow', 'Right'],
  ['pageUp', 'PgUp'],
  ['pageDown', 'PgDn'],
  ['home', 'Home'],
  ['end', 'End'],
  ['return', 'Enter'],
  ['escape', 'Esc'],
  ['tab', 'Tab'],
  ['backspace', 'Backspace'],
  ['delete', 'Delete'],
] as const;

/** The name of a key that Ink read; null for a key that the console does not know. */
export function pressOf(input: string, key: Key): KeyPress | null {
  if (key.eventType === 'release') return null;
  const named = NAMED.find(([flag]) => key[flag]);
  if (named !== undefined) {
    const name = named[1];
    if (name === 'Tab' && key.shift) return { name: 'Shift-Tab', types: false };
    if (name === 'Backspace' && key.meta) return { name: 'Alt-Backspace', types: false };
    return { name, types: false };
  }
  if (key.ctrl) return input === '' ? null : { name: `Ctrl-${input.toLowerCase()}`, types: false };
  if (key.meta) return input === '' ? null : { name: `Alt-${input}`, types: false };
  if (input === ' ') return { name: 'Space', types: true };
  if (input === '\r' || input === '\n') return { name: 'Enter', types: false };
  return input === '' ? null : { name: input, types: input >= ' ' };
}
