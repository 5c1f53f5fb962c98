import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { missingNames, unnamedFolders } from '../../scripts/page-names.ts';

test('the tables of README and docs match the declarations of the program', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/docs.ts', '--check'], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
});

test('the README is one screenful: fifteen keys, a moving picture, one sentence on Node, and links to pages that are there', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(readme.split('\n').length).toBeLessThanOrEqual(65);
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(560);
  expect(readme.match(/^\| `[^\n]*\|$/gm)).toHaveLength(15);
  expect(readFileSync('screenshots/demo.svg', 'utf8')).toContain('@keyframes');
  const { engines }: { readonly engines: { readonly node: string } } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(readme.match(/Node \d[\d.]*/g)).toEqual([engines.node.replace('>=', 'Node ')]);
  const linked = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, path = '']) => path);
  expect(linked.filter((path) => !existsSync(path))).toEqual([]);
  expect(filesOf('docs/*.md').filter((page) => !linked.includes(page))).toEqual([]);
});

const filesOf = (pattern: string): readonly string[] =>
  spawnSync('git', ['ls-files', pattern], { encoding: 'utf8' }).stdout.trim().split('\n');

test('every link of a page leads to a file and to a heading that are there', () => {
  const broken = filesOf('*.md').flatMap((page) =>
    linksOf(page)
      .filter((link) => !leadsSomewhere(page, link))
      .map((link) => `${page}: ${link}`),
  );
  expect(broken).toEqual([]);
});

function linksOf(page: string): readonly string[] {
  const text = readFileSync(page, 'utf8').replace(/```[\s\S]*?```|`[^`\n]*`/g, '');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link).filter((link) => !/^\w+:/.test(link));
}

function leadsSomewhere(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(target)) return false;
  return heading === undefined || headingsOf(readFileSync(target, 'utf8')).includes(heading);
}

const headingsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const pages = filesOf('docs/*.md');
const wordsOf = (page: string): number => readFileSync(page, 'utf8').trim().split(/\s+/).length;

test('the docs are pages by task that can be read in an afternoon: at most 15, and 18,000 words', () => {
  expect(pages.length).toBeLessThanOrEqual(15);
  expect(pages.reduce((sum, page) => sum + wordsOf(page), 0)).toBeLessThanOrEqual(18_000);
});

test.each(pages)('a page begins with a picture of the screen and an example, before its first part: %s', (page) => {
  const [begin = ''] = readFileSync(page, 'utf8').split(/^## /m);
  expect(begin.match(/^# .+$/gm)).toHaveLength(1);
  expect(begin).toMatch(/^```\n[^`]+\n```$/m);
  expect(readFileSync(page, 'utf8')).toMatch(/^(?:Example: |## Example$)/m);
});

test('a page that the program or a file beside it names is there', () => {
  const named = filesOf('src')
    .concat(filesOf('contrib'), filesOf('scripts'))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/docs\/[\w-]+\.md/g)].map(([page]) => ({ file, page })));
  expect(named.filter(({ page }) => !existsSync(page))).toEqual([]);
});

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
