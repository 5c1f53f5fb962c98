import { join } from 'node:path';
import envPaths from 'env-paths';

/** Where the demo's world is kept between runs. */
export function demoFile(): string {
  return join(envPaths('spotdeck', { suffix: '' }).data, 'market.db');
}
