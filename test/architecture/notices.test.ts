import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { noticeOf, noticesFor } from '../../scripts/notices.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const Metafile = z.object({
  outputs: z.record(z.string(), z.object({ inputs: z.record(z.string(), z.object({ bytesInOutput: z.number() })) })),
});
const Lock = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), license: z.string().optional() })),
});

/** The deepest package folder of each input. */
function inBundle(): readonly { readonly folder: string; readonly name: string; readonly version: string }[] {
  const { packages } = Lock.parse(JSON.parse(read('package-lock.json')));
  const folders = Object.keys(packages).filter((folder) => folder !== '');
  const { outputs } = Metafile.parse(JSON.parse(read('dist/metafile.json')));
  const found = new Set<string>();
  for (const { inputs } of Object.values(outputs)) {
    for (const path of Object.keys(inputs)) {
      const folder = folders.filter((folder) => path.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0];
      if (folder !== undefined) found.add(folder);
      else expect(path).toMatch(/^(src|scripts)\/|^<data:text\/javascript,|^features:|\?\//);
    }
  }
  return [...found].map((folder) => ({
    folder,
    name: folder.split('node_modules/').at(-1) ?? '',
    version: packages[folder]?.version ?? '',
  }));
}

const notices = read('dist/THIRD-PARTY-NOTICES.txt');

test('every package in the bundle, also a nested one, has a notice with its version', () => {
  const packages = inBundle();
  const names = packages.map(({ name }) => name);
  for (const known of ['react', 'react-reconciler', 'scheduler', 'yoga-layout', 'ink', 'hono', 'zod', 'ofetch'])
    expect(names).toContain(known);
  expect(packages.length).toBeGreaterThan(40);
  const titles = notices.split('\n');
  for (const { name, version } of packages) expect(titles).toContain(`${name} ${version}`);
});

test('the notices have the copyright line of each package that has a licence file', () => {
  for (const { folder, name } of inBundle()) {
    const text = ['LICENSE', 'license', 'LICENSE.md', 'LICENSE.txt', 'LICENSE.MIT']
      .map((file) => {
        try {
          return read(join(folder, file));
        } catch {
          return null;
        }
      })
      .find((found) => found !== null);
    const line = text?.split(/\r?\n/).find((one) => /copyright/i.test(one));
    if (line === undefined) expect(['ink-table', 'yoga-layout'], name).toContain(name);
    else expect(notices, name).toContain(line.trim());
  }
});

test('a package without a licence file gets the standard text with its author’s name', () => {
  expect(notices).toContain('ink-table 3.1.0\nLicence: MIT');
  expect(notices).toContain('Copyright (c) Matic Zavadlal\n\nPermission is hereby granted');
  expect(notices).toContain('Copyright (c) Meta Open Source\n\nPermission is hereby granted');
});

test('no licence in the bundle requires more than its notice', () => {
  const licences = [...notices.matchAll(/^Licence: (.+)$/gm)].map(([, licence]) => licence);
  expect(new Set(licences)).toEqual(
    new Set(['MIT', 'ISC', 'BSD-3-Clause', 'BSD-2-Clause', 'Apache-2.0'].filter((one) => licences.includes(one))),
  );
});

function packed(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'notices-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

const described = (more: object): string => JSON.stringify({ name: 'thing', version: '1.2.3', ...more });

test.each([
  ['no licence at all', {}, 'thing@1.2.3 has the licence "undefined", which is not known'],
  [
    'a licence that asks for more',
    { license: 'GPL-3.0-only', author: 'A' },
    'thing@1.2.3 has the licence "GPL-3.0-only"',
  ],
  ['neither licence file nor author', { license: 'MIT' }, 'thing@1.2.3 has no licence file, and no author'],
  [
    'no licence file and a text that is not known',
    { license: 'Apache-2.0', author: 'A' },
    'thing@1.2.3 has no licence file',
  ],
])('a package with %s fails the build by name', (_, more, why) => {
  expect(() => noticeOf(packed({ 'package.json': described(more) }))).toThrow(why);
});

test('all licence files of a package are included, also the notices inside its source files', () => {
  const folder = packed({
    'package.json': described({ license: '(MIT OR Apache-2.0)' }),
    'LICENSE-MIT': 'first text',
    'license.md': 'second text',
    NOTICE: 'third text',
    'README.md': 'not this',
  });
  const notice = noticeOf(folder);
  for (const text of ['first text', 'second text', 'third text', 'thing 1.2.3']) expect(notice).toContain(text);
  expect(notice).not.toContain('not this');
  expect(noticesFor({ inputs: {}, outputs: {} }, ['/* (c) somebody */', '/* (c) somebody */'])).toMatch(
    /Notices inside bundled files\n\n\/\* \(c\) somebody \*\/\n$/,
  );
});
