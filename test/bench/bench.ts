import { runChanges } from './changes/changes.ts';
import { requireBuild } from './console.ts';
import { runDistance } from './distance/distance.ts';
import { runConsole, runLoopback } from './loopback/loopback.ts';
import { runMachines } from './machines/machines.ts';
import { runOneFile } from './one-file/one-file.ts';
import { parseOptions } from './options.ts';

/** Measures the built program from outside: `npm run bench`. README.md has its options. */
const options = parseOptions(process.argv.slice(2));
switch (options.kind) {
  case 'refused':
    process.stderr.write(`${options.reason}\n`);
    process.exitCode = 2;
    break;
  case 'loopback':
    requireBuild(options.programs);
    await runLoopback(options);
    break;
  case 'console':
    requireBuild(options.programs);
    await runConsole(options);
    break;
  case 'distance':
    requireBuild(options.programs);
    await runDistance(options);
    break;
  case 'machines':
    requireBuild();
    await runMachines(options);
    break;
  case 'changes':
    runChanges(options.bids);
    break;
  case 'one-file':
    requireBuild();
    await runOneFile(options);
    break;
}
