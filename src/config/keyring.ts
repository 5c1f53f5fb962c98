import { describeError } from '../lib/os-error.ts';
import { withoutPeriod } from '../lib/words.ts';
import { CommandFailure, EXIT } from '../system/exit.ts';

/** Service name of spotdeck's entries in the system's keyring. */
const SERVICE = 'spotdeck';

const HINT = 'Start a keyring such as gnome-keyring, or keep the token with token_file or token_command instead.';

/** Opens an entry of the system's keyring: macOS Keychain, Windows Credential Manager or Secret Service. The library is loaded on first use. */
async function entryOf(account: string) {
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry(SERVICE, account);
  } catch (error) {
    throw unusable(error);
  }
}

function unusable(error: unknown): CommandFailure {
  return new CommandFailure(
    EXIT.signedOut,
    `The system's keyring can't be used: ${withoutPeriod(describeError(error))}.`,
    HINT,
  );
}

/** Reads the token of a profile; null when the keyring has none. @throws {CommandFailure} when there is no keyring. */
export async function tokenInKeyring(account: string): Promise<string | null> {
  const entry = await entryOf(account);
  try {
    return (await entry.getPassword())?.trim() || null;
  } catch (error) {
    throw unusable(error);
  }
}

/** Stores a profile's token. @throws {CommandFailure} when there is no keyring. */
export async function keepInKeyring(account: string, token: string): Promise<void> {
  const entry = await entryOf(account);
  try {
    await entry.setPassword(token);
  } catch (error) {
    throw unusable(error);
  }
}

/** Deletes a profile's token; false when there was none. @throws {CommandFailure} when there is no keyring. */
export async function dropFromKeyring(account: string): Promise<boolean> {
  if ((await tokenInKeyring(account)) === null) return false;
  const entry = await entryOf(account);
  try {
    return await entry.deletePassword();
  } catch (error) {
    throw unusable(error);
  }
}
