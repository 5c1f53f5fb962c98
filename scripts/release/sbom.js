// What the release is made of, as CycloneDX: npm reads it from the lock file.
import { NODE, targetNamed } from '../executable/targets.js';
import { sha256 } from '../manifest.js';
import { printedBy } from './run.js';

/**
 * @typedef {object} Component
 * @property {string} name @property {string} scope @property {string} [bom-ref]
 * @property {readonly { readonly name: string }[]} properties
 */
/** @typedef {{ readonly ref: string, readonly dependsOn: readonly string[] }} Dependency */

const DEVELOPMENT = 'cdx:npm:package:development';

/**
 * The parts list, the same for the same lock file, npm and time.
 * @param {string} version @param {readonly string[]} targets of the executables @param {number} time seconds since 1970 @returns {string} JSON
 */
export function sbomOf(version, targets, time) {
  // With "--omit dev" npm leaves out what a package for development needs, too.
  const bom = JSON.parse(printedBy('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--offline']));
  const inside = ['@napi-rs/keyring', NODE, ...targets.flatMap((name) => Object.values(targetNamed(name)))];
  /** @type {readonly Component[]} */
  const all = bom.components;
  const components = all.filter(
    ({ name, scope, properties }) =>
      properties.every((property) => property.name !== DEVELOPMENT) && (scope === 'required' || inside.includes(name)),
  );
  const refs = [bom.metadata.component['bom-ref'], ...components.map((component) => component['bom-ref'])];
  /** @type {readonly Dependency[]} */
  const edges = bom.dependencies;
  const dependencies = edges
    .filter(({ ref }) => refs.includes(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.includes(other)) }));
  const metadata = {
    ...bom.metadata,
    timestamp: new Date(time * 1000).toISOString(),
    // npm takes the name of the folder.
    component: { ...bom.metadata.component, type: 'application', name: 'spotdeck', properties: [] },
  };
  const text = JSON.stringify({ version, metadata, components, dependencies });
  return `${JSON.stringify({ ...bom, serialNumber: `urn:uuid:${uuidOf(text)}`, metadata, components, dependencies }, null, 2)}\n`;
}

/** A UUID of version 8 by what it is for. @param {string} text @returns {string} */
function uuidOf(text) {
  const hash = sha256(text);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
