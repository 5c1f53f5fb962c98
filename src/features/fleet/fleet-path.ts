import { dirname, isAbsolute, join } from 'node:path';
import { configPath } from '../../config/file.ts';
import type { TypedValues } from '../../lib/typed-key.ts';
import { inHome } from '../../system/files.ts';
import type { Environment } from '../../system/terminal.ts';
import { fleetSetting } from './settings.ts';

/** The path of the fleet file of a profile; null when it names none. */
export function fleetPathOf(own: TypedValues, environment: Environment): string | null {
  const written = fleetSetting.in(own);
  if (written === null) return null;
  return isAbsolute(written) || /^~(?:\/|$)/.test(written)
    ? inHome(written)
    : join(dirname(configPath(environment)), written);
}
