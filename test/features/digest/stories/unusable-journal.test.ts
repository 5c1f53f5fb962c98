import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openScript } from '../../../stories/script.ts';

const PLACES = {
  'no journal': (folder: string) => {
    const path = join(folder, 'notes.db');
    writeFileSync(path, 'Not a journal, but notes of somebody.\n'.repeat(100));
    return path;
  },
  'a folder': (folder: string) => {
    const path = join(folder, 'folder.db');
    mkdirSync(path);
    return path;
  },
  'below a file': (folder: string) => {
    writeFileSync(join(folder, 'file'), '');
    return join(folder, 'file', 'journal.db');
  },
};

const WHY = /^The journal .* (can't be used: .*|was damaged)\./m;

describe.each(Object.entries(PLACES))('with --journal at a path that is %s', (_, placeIn) => {
  test.each(['price', 'price -o json', 'spend', 'spend -o csv', 'bid resume --set night'])(
    '%s prints nothing, says why, and ends with 1',
    async (typed) => {
      const { market, run, home } = await openScript();
      const ran = await run(typed.split(' '), { ...market.env, SPOTDECK_JOURNAL: placeIn(home.folder) });
      expect(ran).toMatchObject({ code: 1, out: '', err: expect.stringMatching(WHY) });
    },
  );

  test.each(['why', 'digest'])('%s prints what the lists have, says why, and ends with 1', async (typed) => {
    const { market, run, home } = await openScript();
    const ran = await run(typed.split(' '), { ...market.env, SPOTDECK_JOURNAL: placeIn(home.folder) });
    expect(ran).toMatchObject({ code: 1, err: expect.stringMatching(WHY) });
    expect(ran.out).not.toBe('');
  });
});
