import { expect, test } from 'vitest';
import { missingNames } from '../../scripts/page-names.ts';

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
