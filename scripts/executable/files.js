// Serves the program's own files from the memory of a single executable, where the build has put them: nothing is unpacked, so
// nothing on the disk can be swapped, be missing, or be left behind by an older version.
import { registerHooks } from 'node:module';
import { getRawAsset } from 'node:sea';

/** Address of the own files. */
export const OWN = 'spotdeck:///';

/** The library of the system's keyring is native code, which `keyring.js` loads. */
const KEYRING = '@napi-rs/keyring';

/** Lets this thread import its own files. */
export function serveOwnFiles() {
  registerHooks({
    resolve: (specifier, context, next) => {
      const name = specifier === KEYRING ? 'keyring.js' : specifier.startsWith('./') ? specifier.slice(2) : null;
      if (name === null && !specifier.startsWith(OWN)) return next(specifier, context);
      return { url: name === null ? specifier : `${OWN}${name}`, format: 'module', shortCircuit: true };
    },
    load: (url, context, next) => {
      if (!url.startsWith(OWN)) return next(url, context);
      const source = Buffer.from(getRawAsset(url.slice(OWN.length))).toString();
      return { format: 'module', source, shortCircuit: true };
    },
  });
}
