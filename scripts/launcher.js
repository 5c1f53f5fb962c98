#!/usr/bin/env node
// Written for any Node that supports ES modules: an old version prints a sentence instead of a syntax error.
// Without a handler of this signal Node would open its debugger on a port.
process.on('SIGUSR1', () => {});
var found = process.versions.node.split('.').map(Number);
if (found[0] > 22 || (found[0] === 22 && found[1] >= 13)) {
  import('./main.js').catch((error) => {
    process.stderr.write(
      error.code === 'EMFILE' || error.code === 'ENFILE'
        ? 'spotdeck can open too few files to start. Allow more with "ulimit -n 1024" and start it again.\n'
        : `spotdeck can not load its own files: ${String(error.message).split('\n')[0]}. Install it again.\n`,
    );
    process.exitCode = 1;
  });
} else {
  process.stderr.write(
    'spotdeck needs Node 22.13 or newer, and this is Node ' +
      process.versions.node +
      '. Install a newer Node and start it again.\n',
  );
  process.exitCode = 2;
}
