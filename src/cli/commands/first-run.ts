import { type ResolvedSettings, resolveSettings } from '../../config/profile.ts';
import type { CliFlags } from '../../config/settings.ts';
import { EXIT } from '../../system/exit.ts';
import { ask } from '../../system/prompt.ts';
import { writeErrorLines } from '../../system/streams.ts';
import type { Environment } from '../../system/terminal.ts';
import { login } from './login.ts';

/** Choice of the operator at the first start. */
export type First =
  | { readonly kind: 'demo' }
  | { readonly kind: 'connected'; readonly chosen: ResolvedSettings }
  | { readonly kind: 'nothing' };

/** Returns whether no setting names a service, so that the console has to ask for one. */
export function isFirstRun({ settings, config }: ResolvedSettings): boolean {
  return settings.baseUrl === null && settings.project === null && settings.token === null && config === null;
}

/** Asks whether to open the demo or to connect to a service, which is tested and saved as a profile. */
export async function firstRun(flags: CliFlags, environment: Environment): Promise<First> {
  writeErrorLines([
    'spotdeck is not connected to a service yet.',
    '',
    '  1  open the demo on the embedded market; no account needed',
    '  2  connect to a service and save it as a profile',
    '',
  ]);
  const answer = await ask('1 or 2, anything else ends: ');
  if (answer === '1') return { kind: 'demo' };
  if (answer !== '2') return { kind: 'nothing' };
  const code = await login(flags, environment, false);
  return code === EXIT.done
    ? { kind: 'connected', chosen: await resolveSettings(flags, environment) }
    : { kind: 'nothing' };
}
