// Writes the notices of the packages in the bundle, which esbuild's metafile lists, as their licences require.
// A package with an unknown licence or without an author fails the build by name.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Licences that allow distribution in a bundle together with their text. */
const KNOWN = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0'];

const FILE = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

/** Texts of licences, for packages without a licence file. @type {Record<string, (holder: string) => string>} */
const STANDARD = {
  MIT: (holder) => `MIT License

Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`,
  ISC: (holder) => `ISC License

Copyright (c) ${holder}

Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted, provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.`,
};

/**
 * Returns the folders of the packages with code in the bundle, also nested ones.
 * @param {import('esbuild').Metafile} metafile @returns {string[]}
 */
export function bundledPackages(metafile) {
  const folders = new Set();
  for (const { inputs } of Object.values(metafile.outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const [folder] = /^node_modules\/.*(?<=(?:^|\/)node_modules\/(?:@[^/]+\/[^/]+|[^/@]+))(?=\/)/.exec(path) ?? [];
      if (folder !== undefined && bytesInOutput > 0) folders.add(folder);
    }
  }
  return [...folders].sort();
}

/**
 * Returns the notice of the package in a folder: its name, version and licence, and the licence's text.
 * @param {string} folder @returns {string}
 */
export function noticeOf(folder) {
  const { name, version, license, author, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const parts = String(license ?? '')
    .replace(/[()]/g, '')
    .split(' OR ');
  if (!parts.some((part) => KNOWN.includes(part)))
    throw new Error(`${name}@${version} has the licence "${license}", which is not known: see scripts/notices.js.`);
  const texts = readdirSync(folder)
    .filter((file) => FILE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim());
  const from = typeof repository === 'string' ? repository : (repository?.url ?? null);
  const title = [`${name} ${version}`, `Licence: ${license}`, ...(from === null ? [] : [`Source: ${from}`])].join('\n');
  return `${title}\n\n${texts.length > 0 ? texts.join('\n\n') : standardText(`${name}@${version}`, parts, author)}`;
}

/** @param {string} name @param {string[]} licences @param {unknown} author @returns {string} */
function standardText(name, licences, author) {
  const holder = typeof author === 'object' && author !== null && 'name' in author ? author.name : author;
  const text = licences.map((licence) => STANDARD[licence]).find((found) => found !== undefined);
  if (text === undefined || typeof holder !== 'string' || holder === '')
    throw new Error(`${name} has no licence file, and no author or standard text to make up for it.`);
  return text(holder.replace(/\s*[<(].*$/, ''));
}

/**
 * Returns the text of THIRD-PARTY-NOTICES.txt.
 * @param {import('esbuild').Metafile} metafile
 * @param {string[]} comments licence comments in bundled files, collected by esbuild
 * @returns {string}
 */
export function noticesFor(metafile, comments) {
  const line = `\n\n${'-'.repeat(80)}\n\n`;
  const packages = [...new Set(bundledPackages(metafile).map(noticeOf))];
  const inside = [...new Set(comments.map((text) => text.trim()))].filter((text) => text !== '');
  return `${[
    'spotdeck is bundled with the packages below. Each is under its own licence, which follows.',
    ...packages,
    ...(inside.length > 0 ? [`Notices inside bundled files\n\n${inside.join('\n\n')}`] : []),
  ].join(line)}\n`;
}

/**
 * Returns the files of licence comments that esbuild wrote next to the bundle.
 * @param {string} folder @returns {string[]} the paths of its files
 */
export function legalFilesIn(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.LEGAL.txt'))
    .map((name) => join(folder, name));
}
