// What the release is made of, as CycloneDX: npm reads it from the lock file.
import { sha256 } from '../manifest.js';
import { printedBy } from './run.js';

/** @param {string} version @param {number} time seconds since 1970 @returns {string} JSON, the same for the same lock file, npm and time */
export function sbomOf(version, time) {
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only', '--offline'];
  const { serialNumber: _, ...bom } = JSON.parse(printedBy('npm', words));
  bom.metadata.timestamp = new Date(time * 1000).toISOString();
  // npm takes the name of the folder.
  Object.assign(bom.metadata.component, { type: 'application', name: 'spotdeck', version });
  bom.metadata.component.properties = [];
  const hash = sha256(JSON.stringify(bom));
  const parts = [
    [0, 8],
    [8, 12],
    [13, 16],
    [17, 20],
    [20, 32],
  ].map(([from, to]) => hash.slice(from, to));
  const [first, second, third, fourth, fifth] = parts;
  const { $schema, bomFormat, specVersion, ...rest } = bom;
  const serialNumber = `urn:uuid:${first}-${second}-8${third}-8${fourth}-${fifth}`;
  return `${JSON.stringify({ $schema, bomFormat, specVersion, serialNumber, ...rest }, null, 2)}\n`;
}
