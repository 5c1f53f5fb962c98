import { startProgram } from './start-program.ts';
import { system } from './system.ts';

/** How `stty -g` writes the modes of a terminal. */
const MODES = /^[0-9a-f:=\w]+$/i;

/** Runs `stty` on this terminal. Null when there is none, or it fails, as on a system without it. */
function stty(word: string): Promise<string | null> {
  return new Promise((done) => {
    let printed = '';
    try {
      const child = startProgram('stty', [word], { kind: 'tool', stdio: ['inherit', 'pipe', 'ignore'] });
      child.stdout?.on('data', (chunk: Buffer) => {
        printed += chunk.toString();
      });
      child.on('error', () => done(null));
      child.on('close', (code) => done(code === 0 ? printed.trim() : null));
    } catch {
      done(null);
    }
  });
}

/**
 * Runs something that has this terminal, and puts its modes back as they were found: a program that is killed while it reads single keys
 * leaves a terminal behind that ends no line and shows nothing that is typed.
 */
export async function withModesKept<Result>(run: () => Promise<Result>): Promise<Result> {
  const found = system().input.isTTY === true ? await stty('-g') : null;
  try {
    return await run();
  } finally {
    if (found !== null && MODES.test(found)) await stty(found);
  }
}
