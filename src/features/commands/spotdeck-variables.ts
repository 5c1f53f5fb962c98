import { settings } from '../../config/settings.ts';
import { serviceAddress } from '../../lib/addresses.ts';
import { system } from '../../system/system.ts';
import type { Environment } from '../../system/terminal.ts';

/** The variables of spotdeck's own settings, by which each `spotdeck` that a program starts finds the same service. Never the token. */
const NAMES = ['SPOTDECK_CONFIG', ...Object.values(settings).flatMap(({ environment }) => environment ?? [])].filter(
  (name) => name !== settings.token.environment,
);

/** The settings that a program of the operator gets. An address has neither user name nor password. */
export function spotdeckVariables(): Environment {
  const { environment } = system();
  const given = Object.fromEntries(NAMES.map((name) => [name, environment[name]]));
  const { SPOTDECK_BASE_URL: address } = given;
  return { ...given, SPOTDECK_BASE_URL: URL.canParse(address ?? '') ? serviceAddress(address ?? '') : undefined };
}
