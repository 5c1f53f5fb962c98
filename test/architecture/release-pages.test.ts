import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NO_ADDRESS, pageOfPackage, repositoryOf } from '../../scripts/release/addresses.js';
import { sectionOf, sectionsOf, withRelease } from '../../scripts/release/changelog.js';
import { formulaOf } from '../../scripts/release/formula.js';
import { packagePages } from '../../scripts/release/pages.js';

const PLACE = 'https://git.example.org/us/spotdeck';
const README =
  'Look:\n\n![A console](screenshots/demo.svg)\n\n[Keys](docs/keys.md#lists), [page](https://example.org/x), [here](#more).\n';
const PAGE =
  '![Rules](../screenshots/rules.png)\n\n[All](../test/faults/README.md), [keys](keys.md), [units](../contrib/systemd/).\n';

describe('pages in the package', () => {
  test('have no picture and no link that leads to nothing while no repository is known', () => {
    expect(pageOfPackage(README, 'README.md', null, 'v1.0.0')).toBe(
      'Look:\n\n[Keys](docs/keys.md#lists), [page](https://example.org/x), [here](#more).\n',
    );
    expect(pageOfPackage(PAGE, 'docs/rules.md', null, 'v1.0.0')).toBe(
      'All, [keys](keys.md), [units](../contrib/systemd/).\n',
    );
  });

  test('have those of the tag once it is known; the README, which a registry shows alone, has no other', () => {
    expect(pageOfPackage(README, 'README.md', PLACE, 'v1.0.0')).toBe(
      `Look:\n\n![A console](${PLACE}/raw/v1.0.0/screenshots/demo.svg)\n\n[Keys](${PLACE}/blob/v1.0.0/docs/keys.md#lists), [page](https://example.org/x), [here](#more).\n`,
    );
    expect(pageOfPackage(PAGE, 'docs/rules.md', PLACE, 'v1.0.0')).toBe(
      `![Rules](${PLACE}/raw/v1.0.0/screenshots/rules.png)\n\n[All](${PLACE}/blob/v1.0.0/test/faults/README.md), [keys](keys.md), [units](../contrib/systemd/).\n`,
    );
  });

  test('link to files of the package alone', () => {
    const pages = packagePages();
    const paths = pages.map(({ path }) => path);
    const dead = pages
      .filter(({ path }) => path.endsWith('.md'))
      .flatMap(({ path, content }) =>
        [...content.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)].map(([, target = '']) => {
          const { pathname } = new URL(target, `file:///${path}`);
          return { path, target, place: pathname.slice(1) };
        }),
      )
      .filter(({ place }) => !paths.some((path) => path === place || path.startsWith(place)));
    expect(dead).toEqual([]);
  });
});

test.each([
  ['git+https://git.example.org/us/spotdeck.git', PLACE],
  ['https://git.example.org/us/spotdeck', PLACE],
  ['git@git.example.org:us/spotdeck.git', null],
])('the repository %s is at %s', (url, place) => {
  expect([repositoryOf({ repository: url }), repositoryOf({ repository: { url } })]).toEqual([place, place]);
});

test('what publishing lacks without a repository is named', () => {
  expect(repositoryOf({})).toBeNull();
  expect(NO_ADDRESS).toContain('package.json names no "repository"');
});

describe('the changelog', () => {
  const text = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.1.0\n\n- First.\n';

  test('gives what was unreleased the version and the date, and the rest stays', () => {
    const released = withRelease(text, '1.0.0', '2026-12-01');
    expect(released).toBe(text.replace('Unreleased', '1.0.0 (2026-12-01)'));
    expect(sectionOf(released, '1.0.0')).toEqual({ version: '1.0.0', date: '2026-12-01', text: '- New.' });
    expect(sectionOf(released, '0.1.0')).toEqual({ version: '0.1.0', date: null, text: '- First.' });
    expect(sectionOf(text, '1.0.0')).toBeNull();
  });

  test('of the project can be read, newest first', () => {
    const versions = sectionsOf(readFileSync('CHANGELOG.md', 'utf8')).map(({ version }) => version);
    expect(versions.at(-1)).toBe('0.1.0');
    expect(() => sectionsOf('## soon: more\n')).toThrow('CHANGELOG.md has a heading that is no version: ## soon: more');
  });
});

test('the formula has what Homebrew asks of one: a short text without an article, an address and a hash', () => {
  const formula = formulaOf({
    description: 'A terminal console for fleets: all in one screen.',
    homepage: PLACE,
    license: 'MIT',
    url: `${PLACE}/releases/download/v1.0.0/spotdeck-1.0.0.tgz`,
    sha256: 'ab'.repeat(32),
  });
  expect(formula).toContain('  desc "terminal console for fleets"\n');
  expect(formula).toContain(
    `  url "${PLACE}/releases/download/v1.0.0/spotdeck-1.0.0.tgz"\n  sha256 "${'ab'.repeat(32)}"\n`,
  );
  expect(formula.match(/^ *(class|def|test do|end)\b/gm)?.map((word) => word.trim())).toEqual([
    ...['class', 'def', 'end', 'test do', 'end', 'end'],
  ]);
});
