// What a single executable starts, in place of the launcher of the package: its Node is the one it was tested with.
import { OWN, serveOwnFiles } from './files.js';
import { takeOutVariables } from './variables.js';

// Without a handler of this signal Node would open its debugger on a port.
process.on('SIGUSR1', () => {});
takeOutVariables();
serveOwnFiles();
import(`${OWN}main.js`).catch((error) => {
  process.stderr.write(
    `spotdeck can not load what is in it: ${String(error.message).split('\n')[0]}. Download it again.\n`,
  );
  process.exitCode = 1;
});
