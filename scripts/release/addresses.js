// Where the project is, as package.json says: nothing else names an address of it.

/** What publishing lacks while package.json names no address. */
export const NO_ADDRESS =
  'package.json names no "repository": npm can\'t prove where the package is from, links of its page lead nowhere, and the Homebrew formula has nothing to download';

/**
 * The address of the repository in a browser; null when there is none.
 * @param {{ readonly repository?: string | { readonly url?: string } }} fields of package.json @returns {string | null}
 */
export function repositoryOf({ repository }) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  const [, address] = /^(?:git\+)?(https:\/\/[^/]+\/.+?)(?:\.git)?$/.exec(url ?? '') ?? [];
  return address ?? null;
}

/** What the package has for readers; a link to anything else of the project leads out of it. */
export const PAGES = ['docs', 'contrib', 'README.md', 'LICENSE', 'CHANGELOG.md'];

/**
 * A page as it is in the package. What the package lacks, such as pictures, is that of the tag in the repository; without a repository
 * pictures are left out, and the words of other links stay. The page of a registry has no files beside it: every link of the README is to
 * the repository.
 * @param {string} page Markdown
 * @param {string} path of the page in the project
 * @param {string | null} repository @param {string} tag @returns {string}
 */
export function pageOfPackage(page, path, repository, tag) {
  const isOnRegistry = path === 'README.md' && repository !== null;
  return page.replace(LINK, (whole, mark, text, target, after = '') => {
    const { pathname, hash } = new URL(target, `file:///${path}`);
    const place = decodeURIComponent(pathname.slice(1));
    if (!isOnRegistry && PAGES.some((name) => place === name || place.startsWith(`${name}/`))) return whole;
    const isPicture = mark !== '';
    if (repository === null) return isPicture ? '' : `${text}${after}`;
    return `${mark}[${text}](${repository}/${isPicture ? 'raw' : 'blob'}/${tag}/${place}${hash})${after}`;
  });
}

/** A link or a picture that leads to a file of the project; a picture with the blank line after it. */
const LINK = /(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)((?<=^ *!.*)\n\n)?/gm;

/**
 * Where a file of a release is downloaded: the layout of GitHub, Gitea and Forgejo.
 * @param {string} repository @param {string} tag @param {string} name @returns {string}
 */
export const downloadOf = (repository, tag, name) => `${repository}/releases/download/${tag}/${name}`;
