import type { Key } from './keys.ts';
import type { Terminal } from './terminal.ts';

/** The console draws an arrow once a question takes answers, a dot before. */
function readyFor(key: Key): RegExp {
  if (key === 'Enter') return /[▸>] ((?:y or )?Enter send|Type \S+ and press)/;
  return key === 'y' ? /[▸>] y(:| )/ : new RegExp(`[▸>] ${key} again:`);
}

/** Waits until the question takes answers. */
export async function answer(console: Terminal, key: Key): Promise<void> {
  await console.see(readyFor(key));
  console.press(key);
}

/** The first tap asks, the second confirms. */
export async function tapTwice(console: Terminal, key: Key): Promise<void> {
  console.press(key);
  await answer(console, key);
}

export async function typedAgain(console: Terminal, price: string): Promise<void> {
  console.type(price);
  await console.see(`Type it again: ${price}`);
  await answer(console, 'Enter');
}
