import { showFirstRun } from '../../app/live.ts';
import type { ConsoleOptions } from '../../app/options.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import type { Features } from '../../store/features.ts';
import { type Demo, startDemo } from './demo.ts';

/** Whether no setting names a service, so that the console has to ask for one. */
export function isFirstRun({ settings, config }: ResolvedSettings): boolean {
  return settings.baseUrl === null && settings.project === null && settings.token === null && config === null;
}

/** Shows the first screen, which opens the demo or connects to a service. Returns the exit code. */
export async function firstRun(
  features: Features,
  resolved: ResolvedSettings,
  given: ConsoleOptions['given'],
): Promise<number> {
  const started: Demo[] = [];
  try {
    return await showFirstRun(features, resolved, given, () => {
      const demo = startDemo(resolved.settings, {});
      started.push(demo);
      return demo.profile;
    });
  } finally {
    for (const { stop } of started) await stop();
  }
}
