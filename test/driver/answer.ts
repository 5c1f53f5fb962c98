import type { Key } from './keys.ts';
import type { Terminal } from './terminal.ts';

/** Matches the line of a question that can be answered: the console draws an arrow before it then, and a dot until then. */
function readyFor(key: Key): RegExp {
  if (key === 'Enter') return /[▸>] ((?:y or )?Enter send|Type \S+ and press)/;
  return key === 'y' ? /[▸>] y(:| )/ : new RegExp(`[▸>] ${key} again:`);
}

/** Answers a question once the console shows that it can be answered. */
export async function answer(console: Terminal, key: Key): Promise<void> {
  await console.see(readyFor(key));
  console.press(key);
}

/** Taps a key twice: the console asks after the first tap, and the second confirms. */
export async function tapTwice(console: Terminal, key: Key): Promise<void> {
  console.press(key);
  await answer(console, key);
}

/** Types a price again in a review that requires it, and sends it. */
export async function typedAgain(console: Terminal, price: string): Promise<void> {
  console.type(price);
  await console.see(`Type it again: ${price}`);
  await answer(console, 'Enter');
}
