import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { copyWithout, featureNames, withThoseAbove } from '../architecture/copy-without.ts';
import { closeAfterTest, openConsole } from '../driver/console.ts';

/** Type-checks and builds the program without features, or all of the project, and opens the demo of what is left. */
async function worksWithout(names: readonly string[], checked: 'program' | 'all'): Promise<void> {
  const copy = copyWithout(names, checked);
  closeAfterTest({ close: async () => copy.remove() });
  const ofProgram = 'tsconfig.program.json';
  writeFileSync(join(copy.folder, ofProgram), '{ "extends": "./tsconfig.json", "include": ["src", "types"] }');
  await copy.checkTypes(...(checked === 'program' ? ['-p', ofProgram] : []));
  await copy.build(checked === 'program' ? undefined : 'anew');
  const console = await openConsole({ program: copy.program });
  await console.seeLoaded('14 bids');
  console.type('?');
  await console.see('Keys');
  console.press('Esc');
  await console.gone('Keys');
  console.type('q');
  expect(await console.ended()).toEqual({ code: 0, signal: null });
}

describe('a feature is one folder and one line: the program type-checks, builds and opens its demo', () => {
  test.each(featureNames)('without the feature "%s" and those above it', (name) =>
    worksWithout(withThoseAbove([name]), 'program'),
  );

  test('without any feature', () => worksWithout(featureNames, 'all'));
});
