import { join } from 'node:path';
import envPaths from 'env-paths';

/** The file that keeps the demo's market between runs. */
export function demoFile(): string {
  return join(envPaths('spotdeck', { suffix: '' }).data, 'market.db');
}
