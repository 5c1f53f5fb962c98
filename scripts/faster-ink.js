// Ink forgets between two frames how wide each text is and what cells it has, and works it out for the whole screen
// again at every key. In the bundle it remembers: the same text always has the same width and cells. Rows of whole texts
// side by side are not put together cell by cell, and of a changed line only what changed is written. What Ink and these
// changes remember can be forgotten: a secret was among it. What is replaced
// is looked for word by word, and a version of Ink in which it is not found fails the build.
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

/** As many texts are remembered at least: a screen has about two hundred. */
const MOST = 500;

/** @param {string} path @param {string} name */
const imported = (path, name) => `import { ${name} } from ${JSON.stringify(resolve(path))};\n`;
const REMEMBER = imported('src/lib/remember.ts', 'rememberTexts');

/** @type {readonly { file: string, from: string, to: string }[]} */
const CHANGES = [
  {
    file: 'output.js',
    from: "import stringWidth from 'string-width';",
    to: `import stringWidth from 'string-width';
${imported('src/lib/remember.ts', 'forgettable, recentTexts')}${imported('src/ui/whole-rows.ts', 'wholeRows')}
const recent = { widths: recentTexts(${MOST}), styledChars: recentTexts(${MOST}) };
forgettable(recent.widths.forget);
forgettable(recent.styledChars.forget);`,
  },
  { file: 'output.js', from: ' widths = new Map();', to: ' widths = recent.widths;' },
  { file: 'output.js', from: ' styledChars = new Map();', to: ' styledChars = recent.styledChars;' },
  {
    file: 'output.js',
    from: `        const output = [];
        for (let y = 0; y < this.height; y++) {
            const row = [];`,
    to: `        const output = [];
        const whole = wholeRows(this.operations, this, (text) => {
            const characters = this.caches.getStyledChars(text);
            const widths = characters.map(({ value }) => Math.max(1, this.caches.getStringWidth(value)));
            return { said: styledCharsToString(characters), width: widths.reduce((sum, width) => sum + width, 0) };
        });
        for (let y = 0; y < this.height; y++) {
            if (whole[y] !== null) {
                output.push(undefined);
                continue;
            }
            const row = [];`,
  },
  {
    file: 'output.js',
    from: `            else {
                this.applyWriteOperation(output, operation, clips.at(-1));`,
    to: `            else if (typeof whole[operation.y] !== 'string') {
                this.applyWriteOperation(output, operation, clips.at(-1));`,
  },
  {
    file: 'output.js',
    from: `            .map(line => {
            // See`,
    to: `            .map((line, y) => {
            if (line === undefined) return whole[y];
            // See`,
  },
  {
    file: 'squash-text-nodes.js',
    from: 'const squashTextNodes = ',
    to: `${REMEMBER}const printable = rememberTexts(sanitizeAnsi, ${MOST});\nconst squashTextNodes = `,
  },
  { file: 'squash-text-nodes.js', from: 'text = sanitizeAnsi(', to: 'text = printable(' },
  {
    file: 'render-node-to-output.js',
    from: 'const renderNodeToOutput = ',
    to: `${REMEMBER}const widestOf = rememberTexts(widestLine, ${MOST});\nconst renderNodeToOutput = `,
  },
  {
    file: 'render-node-to-output.js',
    from: 'const currentWidth = widestLine(text);',
    to: 'const currentWidth = widestOf(text);',
  },
  {
    file: 'line-update.js',
    from: 'export default function lineUpdate(previous, next, columns) {',
    to: `${imported('src/ui/line-change.ts', 'lineChange')}export default function lineUpdate(previous, next, columns) {
    const change = lineChange(previous, next, columns);
    if (change !== null) return change;`,
  },
  {
    file: 'measure-text.js',
    from: 'const cache = new QuickLRU({ maxSize: 4096 });',
    to: `${imported('src/lib/remember.ts', 'forgettable')}const cache = new QuickLRU({ maxSize: 4096 });
forgettable(() => cache.clear());`,
  },
  {
    file: 'wrap-text.js',
    from: 'export const wrapTextCache = new QuickLRU({ maxSize: 4096 });',
    to: `${imported('src/lib/remember.ts', 'forgettable')}export const wrapTextCache = new QuickLRU({ maxSize: 4096 });
forgettable(() => wrapTextCache.clear());`,
  },
  {
    // So many single steps over unchanged lines become one.
    file: 'log-update.js',
    from: "stream.write(buffer.join(''));",
    to: `stream.write(buffer.join('').replace(/(?:\\u001b\\[E){2,}/g, (steps) => '\\u001b[' + steps.length / 3 + 'E'));`,
  },
];

/** @type {readonly { from: string, to: string }[]} */
const WIDTH_CHANGES = [
  {
    from: "import stripAnsi from 'strip-ansi';",
    to: `import stripAnsi from 'strip-ansi';
import { ONE_COLUMN_EACH } from ${JSON.stringify(resolve('src/lib/one-column.ts'))};
const later = (make) => { let made; return () => (made ??= make()); };`,
  },
  { from: '/^[\\u0020-\\u007E]*$/.test(string)', to: 'ONE_COLUMN_EACH.test(string)' },
  { from: 'const segmenter = new Intl.Segmenter();', to: 'const segmenter = later(() => new Intl.Segmenter());' },
  { from: 'segmenter.segment(string)', to: 'segmenter().segment(string)' },
  ...['visibleCharacterRegex', 'spacingMarkRegex', 'rgiEmojiRegex'].map((name) => ({
    from: `const ${name} = /`,
    to: `const ${name} = later(() => /`,
  })),
  { from: '{Surrogate}]/v;', to: '{Surrogate}]/v);' },
  { from: '{Spacing_Mark}/v;', to: '{Spacing_Mark}/v);' },
  { from: '{RGI_Emoji}$/v;', to: '{RGI_Emoji}$/v);' },
  { from: 'segment.search(visibleCharacterRegex)', to: 'segment.search(visibleCharacterRegex())' },
  ...['visibleCharacterRegex', 'spacingMarkRegex', 'rgiEmojiRegex'].map((name) => ({
    from: `${name}.test(`,
    to: `${name}().test(`,
  })),
];

/** @param {string} contents @param {readonly { from: string, to: string }[]} changes @param {string} of */
function changed(contents, changes, of) {
  let text = contents;
  for (const { from, to } of changes) {
    if (text.split(from).length !== 2) throw new Error(`${of} has no "${from}" any more.`);
    text = text.replace(from, () => to);
  }
  return text;
}

/** @type {readonly { from: string, to: string }[]} */
const TABLE_CHANGES = [
  {
    from: 'Object.defineProperty(exports, "__esModule", { value: true });',
    to: `import * as ink_1 from 'ink';
import React from 'react';
import object_hash_1 from 'object-hash';
const exports = {};
export default exports;`,
  },
  { from: 'const react_1 = __importDefault(require("react"));', to: 'const react_1 = { default: React };' },
  { from: 'const ink_1 = require("ink");', to: '' },
  { from: 'const object_hash_1 = require("object-hash");', to: '' },
];

/**
 * A module that is asked for with `require` can't be joined with others, nor can anything that it imports: one such table would
 * take all of Ink with it. @type {import('esbuild').Plugin}
 */
export const joinedTable = {
  name: 'joined-table',
  setup(build) {
    build.onLoad({ filter: /[\\/]ink-table[\\/]dist[\\/]index\.js$/ }, async ({ path }) => ({
      contents: changed(await readFile(path, 'utf8'), TABLE_CHANGES, 'ink-table'),
      loader: 'js',
    }));
  },
};

/** @type {readonly { from: string, to: string }[]} */
const LAYOUT_CHANGES = [
  { from: 'function ya(){return w||"function"!=typeof fetch?', to: 'function ya(){return true?' },
  {
    from: 'var b=xa(a.slice(37)),c=new Uint8Array(b.length);for(a=0;a<b.length;++a)c[a]=b.charCodeAt(a);var d=c}',
    to: 'var d=Buffer.from(a.slice(37),"base64")}',
  },
];

/**
 * Ink's layout engine lies in its module as text, and is read with `fetch`, which loads all of Node's HTTP client before the first
 * frame. It is read as what it is. @type {import('esbuild').Plugin}
 */
export const fasterLayout = {
  name: 'faster-layout',
  setup(build) {
    build.onLoad({ filter: /[\\/]yoga-wasm-base64-esm\.js$/ }, async ({ path }) => ({
      contents: changed(await readFile(path, 'utf8'), LAYOUT_CHANGES, 'yoga-layout'),
      loader: 'js',
    }));
  },
};

/** Lets the library of widths make what it needs for rare characters when it meets the first of them. @type {import('esbuild').Plugin} */
export const fasterWidths = {
  name: 'faster-widths',
  setup(build) {
    build.onLoad({ filter: /[\\/]string-width[\\/]index\.js$/ }, async ({ path }) => ({
      contents: changed(await readFile(path, 'utf8'), WIDTH_CHANGES, 'string-width'),
      loader: 'js',
    }));
  },
};

/** Lets Ink remember its texts from frame to frame. @type {import('esbuild').Plugin} */
export const fasterInk = {
  name: 'faster-ink',
  setup(build) {
    /** @type {Set<string>} */
    const done = new Set();
    build.onLoad({ filter: /[\\/]ink[\\/]build[\\/][a-z-]+\.js$/ }, async ({ path }) => {
      const changes = CHANGES.filter(({ file }) => path.endsWith(`build/${file}`) || path.endsWith(`build\\${file}`));
      if (changes.length === 0) return null;
      const contents = changed(await readFile(path, 'utf8'), changes, path);
      for (const { file } of changes) done.add(file);
      return { contents, loader: 'js' };
    });
    build.onEnd(() => {
      for (const { file } of CHANGES) if (!done.has(file)) throw new Error(`Ink has no ${file} any more.`);
    });
  },
};
