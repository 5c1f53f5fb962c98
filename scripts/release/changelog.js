// The changelog as what a release reads and writes: a heading for each version, with the date of its release.
const HEADING = /^## (\S+)(?: \((\d{4}-\d{2}-\d{2})\))?$/;

/** Heading of what is in no release yet. */
export const UNRELEASED = 'Unreleased';

/**
 * @typedef {object} Section
 * @property {string} version or `Unreleased`
 * @property {string | null} date of the release, as 2026-01-31
 * @property {string} text below the heading
 */

/** The sections of a changelog, newest first. @param {string} changelog @returns {readonly Section[]} */
export function sectionsOf(changelog) {
  return changelog
    .split(/^(?=## )/m)
    .filter((part) => part.startsWith('## '))
    .map((part) => {
      const [first = '', ...lines] = part.split('\n');
      const [, version = '', date = null] = HEADING.exec(first) ?? [];
      if (version === '') throw new Error(`CHANGELOG.md has a heading that is no version: ${first}`);
      return { version, date, text: lines.join('\n').trim() };
    });
}

/** @param {string} changelog @param {string} version @returns {Section | null} */
export const sectionOf = (changelog, version) =>
  sectionsOf(changelog).find((section) => section.version === version) ?? null;

/** The changelog with what was unreleased as a version. @param {string} changelog @param {string} version @param {string} date @returns {string} */
export const withRelease = (changelog, version, date) =>
  changelog.replace(/^## Unreleased$/m, `## ${version} (${date})`);
