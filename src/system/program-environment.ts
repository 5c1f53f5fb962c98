import { system } from './system.ts';
import type { Environment } from './terminal.ts';

/**
 * `tool` stays on this machine, `remote` connects to others, `secret` prints a token or an address, `own` is the
 * operator's.
 */
export type ProgramKind = 'tool' | 'remote' | 'secret' | 'own';

/** Program, user, language and terminal. No secrets. */
const ALWAYS = `
  PATH HOME USER LOGNAME SHELL TZ TMPDIR TMP TEMP
  LANG LANGUAGE LC_ALL LC_CTYPE LC_NUMERIC LC_TIME LC_COLLATE LC_MONETARY LC_MESSAGES LC_PAPER LC_NAME LC_ADDRESS LC_TELEPHONE
  LC_MEASUREMENT LC_IDENTIFICATION LOCALE_ARCHIVE
  TERM COLORTERM TERMINFO TERMINFO_DIRS TERM_PROGRAM TERM_PROGRAM_VERSION NO_COLOR TMUX TMUX_PANE TMUX_TMPDIR STY SSH_TTY SSH_CONNECTION
  DISPLAY WAYLAND_DISPLAY XAUTHORITY
  XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR XDG_CONFIG_DIRS XDG_DATA_DIRS
  SYSTEMROOT WINDIR COMSPEC PATHEXT USERNAME USERPROFILE HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES
`;
/** Agents with keys. */
const AGENTS = 'SSH_AUTH_SOCK SSH_AGENT_PID SSH_ASKPASS SSH_ASKPASS_REQUIRE GPG_TTY GPG_AGENT_INFO GNUPGHOME';
const DESKTOP = 'DBUS_SESSION_BUS_ADDRESS XDG_SESSION_ID XDG_SESSION_TYPE XDG_CURRENT_DESKTOP GNOME_KEYRING_CONTROL';
/** A proxy may contain its password. */
const NETWORK = `
  HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy
  SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE REQUESTS_CA_BUNDLE NODE_EXTRA_CA_CERTS NODE_USE_ENV_PROXY
`;

const NEEDS: Readonly<Record<ProgramKind, readonly string[]>> = {
  tool: [ALWAYS],
  remote: [ALWAYS, AGENTS, NETWORK],
  secret: [ALWAYS, AGENTS, DESKTOP, NETWORK],
  own: [ALWAYS, AGENTS, DESKTOP, NETWORK],
};

/** Variables of the setting `pass_variables`. */
const named = new WeakMap<object, readonly string[]>();

export const passVariables = (names: readonly string[]): void => void named.set(system().environment, names);

export function variablesPassed(kind: ProgramKind): readonly string[] {
  const names = NEEDS[kind].flatMap((all) => all.split(/\s+/).filter((name) => name !== ''));
  return [...names, ...(named.get(system().environment) ?? [])];
}

/** Nothing else is inherited. */
export function programEnvironment(kind: ProgramKind, values: Environment = {}): Record<string, string> {
  const { environment } = system();
  const passed = Object.fromEntries(variablesPassed(kind).map((name) => [name, environment[name]]));
  const all = Object.entries<string | undefined>({ ...passed, ...values });
  return Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
