import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editInEditor } from '../../src/system/files.ts';

/** What Ctrl-e takes from an editor that saves these bytes. */
async function edited(bytes: string | Uint8Array) {
  const saved = join(mkdtempSync(join(tmpdir(), 'edited-')), 'saved');
  writeFileSync(saved, bytes);
  return editInEditor('echo before\n', `cp ${saved}`, (meanwhile) => meanwhile());
}

const MENDED = 'The edited text is sent with line ends of Unix and without a byte order mark.';

test.each([
  ['line ends of Unix', '#!/bin/sh\necho a\n', null],
  ['line ends of Windows', '#!/bin/sh\r\necho a\r\n', MENDED],
  ['line ends of an old Macintosh', '#!/bin/sh\recho a\r', MENDED],
  ['a byte order mark', '\ufeff#!/bin/sh\necho a\n', MENDED],
  ['both', '\ufeff#!/bin/sh\r\necho a\r\n', MENDED],
])(
  'of a script that the editor has saved with %s Ctrl-e takes what a machine can run, and says what it changed',
  async (_, bytes, note) => {
    expect(await edited(bytes)).toEqual({ ok: true, value: { text: '#!/bin/sh\necho a', note } });
  },
);

test.each([
  ['Latin-1', Buffer.from('echo gr\u00fc\u00dfe\n', 'latin1')],
  ['UTF-16', Buffer.from('\ufeffecho a\n', 'utf16le')],
  ['a NUL', 'echo a\0\n'],
  ['gzip', Buffer.from([0x1f, 0x8b, 0x08, 0x00, 0xff, 0xff])],
])('of a script that the editor has saved with %s Ctrl-e takes nothing, and says why', async (_, bytes) => {
  expect(await edited(bytes)).toEqual({ ok: false, error: 'The edited text is not taken: it is no text in UTF-8.' });
});
