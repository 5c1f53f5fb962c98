import { describe, expect, test } from 'vitest';
import { copyWithout, featureNames, withThoseAbove } from '../architecture/copy-without.ts';
import { closeAfterTest, openConsole } from '../driver/console.ts';

/** Type-checks and builds the project without features, and opens the demo of what is left. */
async function worksWithout(names: readonly string[]): Promise<void> {
  const copy = copyWithout(names);
  closeAfterTest({ close: async () => copy.remove() });
  await copy.checkTypes();
  await copy.script('scripts/build.js');
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
  test.each(featureNames)(
    'without the feature "%s" and those above it',
    (name) => worksWithout(withThoseAbove([name])),
    120_000,
  );

  test('without any feature', () => worksWithout(featureNames), 120_000);
});
