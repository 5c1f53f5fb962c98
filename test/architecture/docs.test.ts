import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

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
  const pages = spawnSync('git', ['ls-files', 'docs/*.md'], { encoding: 'utf8' }).stdout.trim().split('\n');
  expect(pages.filter((page) => !linked.includes(page))).toEqual([]);
});
