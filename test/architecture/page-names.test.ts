import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { missingNames, unnamedFolders } from '../../scripts/page-names.ts';

test('each missing file, folder or function that a page names is reported in one sentence', () => {
  const page = [
    '`lib/money.ts` is there, `src/lib` too, and so is `lib/money.ts:formatMoney`; `npm run check` and `p` are no paths.',
    '`lib/gone.ts` is not, nor `gone/`, nor `lib/money.ts:goneFunction`, nor `gone.ts`.',
  ].join('\n');
  expect(missingNames(page, '.')).toEqual([
    'lib/gone.ts does not exist.',
    'gone/ does not exist.',
    'lib/money.ts declares no goneFunction.',
    'gone.ts does not exist.',
  ]);
});

test('a room of the source that a page leaves out is reported, and so is a part of one', () => {
  const root = mkdtempSync(join(tmpdir(), 'page-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const folder of ['lib', 'store/lists/deeper', 'store/panes'])
    mkdirSync(join(root, 'src', folder), { recursive: true });
  expect(unnamedFolders('`lib/`, `store/` and `store/lists/` are rooms.', root)).toEqual([
    'store/panes/ is not on the page.',
  ]);
  expect(unnamedFolders('`store/lists/` and `store/panes/` are there, lib/ is not in quotes.', root)).toEqual([
    'lib/ is not on the page.',
    'store/ is not on the page.',
  ]);
});
