/** Commands without a screen, except `get`, as one file of the bundle. */
// The program loads it first; this import keeps the bundle in fewer files.
import './bundle-get.ts';

// biome-ignore-start lint/performance/noBarrelFile: one file of the bundle is what it is for
export { printProfiles, showConfig } from './commands/config.ts';
export { doctor } from './commands/doctor.ts';
export { printLicenses } from './commands/licenses.ts';
export { login as signIn, logout } from './commands/login.ts';
export { market } from './commands/market.ts';
export { watch } from './commands/watch.ts';
export { changeFromArguments } from './commands/write.ts';
export { namesOf } from './complete-names.ts';
// biome-ignore-end lint/performance/noBarrelFile: one file of the bundle is what it is for
