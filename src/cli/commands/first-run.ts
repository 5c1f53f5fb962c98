import { live, showFirstRun } from '../../app/live.ts';
import { type ResolvedSettings, resolveSettings } from '../../config/profile.ts';
import { EXIT } from '../../system/exit.ts';
import type { RecordingFile } from '../../system/recording-file.ts';
import type { Environment } from '../../system/terminal.ts';
import { type Demo, startDemo } from './demo.ts';
import { login } from './login.ts';

/** Returns whether no setting names a service, so that the console has to ask for one. */
export function isFirstRun({ settings, config }: ResolvedSettings): boolean {
  return settings.baseUrl === null && settings.project === null && settings.token === null && config === null;
}

/** Shows the first screen, which opens the demo or connects to a service. Returns the exit code. */
export async function firstRun(
  resolved: ResolvedSettings,
  environment: Environment,
  recording: RecordingFile | null,
): Promise<number> {
  let started: Demo | null = null;
  let connecting = false;
  const demo = (): Demo['session'] => {
    started = startDemo(resolved.settings, {});
    return started.session;
  };
  const connect = (): void => {
    connecting = true;
  };
  const running = (): Demo | null => started;
  let code: number;
  try {
    code = await showFirstRun(resolved, environment, recording, { demo, connect });
  } finally {
    await running()?.stop();
  }
  if (!connecting || code !== EXIT.done) return code;
  // The screen has let go of the input, which would not keep the program running.
  process.stdin.ref();
  const signedIn = await login(resolved.flags, environment, false);
  return signedIn === EXIT.done
    ? live(await resolveSettings(resolved.flags, environment), environment, recording)
    : signedIn;
}
