import { type Finding, failure, ok } from '../../../command/doctor-lines.ts';
import type { Settings } from '../../../config/settings.ts';
import { counted } from '../../../lib/words.ts';
import { CommandFailure } from '../../../system/exit.ts';
import type { Environment } from '../../../system/terminal.ts';
import { readFleetFile } from '../file/read-file.ts';
import { fleetPathOf } from '../fleet-path.ts';

/** Whether the fleet file of the profile can be read, for `doctor`. */
export async function fleetFindings(
  { own, token }: Pick<Settings, 'own' | 'token'>,
  environment: Environment,
): Promise<readonly Finding[]> {
  const path = fleetPathOf(own, environment);
  if (path === null) return [];
  try {
    const { bids, volumes } = (await readFleetFile(path, token)).file;
    return [ok('fleet file', `${counted(bids.length, 'bid')} and ${counted(volumes.length, 'volume')} in ${path}`)];
  } catch (error) {
    if (!(error instanceof CommandFailure)) throw error;
    const [what = '', ...more] = error.lines;
    const hint =
      more.length === 0
        ? 'docs/fleet.md says what is in one.'
        : `${counted(more.length, 'line')} more: spotdeck diff ${path} says all.`;
    return [failure('fleet file', what, hint)];
  }
}
