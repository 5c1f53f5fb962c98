/** Commands without a screen except `get`, as one file of the bundle. */
// The program loads it before these commands; with this import less code is cut into files of its own.
import './bundle-get.ts';

// biome-ignore lint/performance/noBarrelFile: one file of the bundle is what it is for
export { autopilot } from './commands/autopilot.ts';
export { autopilotAgainst } from './commands/autopilot-against.ts';
export { changeRules } from './commands/autopilot-change.ts';
export { CONFIG_PARTS, printProfiles, showConfig } from './commands/config.ts';
export { digest } from './commands/digest.ts';
export { doctor } from './commands/doctor.ts';
export { login as signIn, logout } from './commands/login.ts';
export { market } from './commands/market.ts';
export { listNotify, testNotify } from './commands/notify.ts';
export { price } from './commands/price.ts';
export { spendFromArguments as spend } from './commands/spend.ts';
export { sshToAll as logInToAll, sshToInstance as logIn } from './commands/ssh.ts';
export { printSshConfig } from './commands/ssh-config.ts';
export { topFromArguments as top } from './commands/top.ts';
export { watch } from './commands/watch.ts';
export { completions } from './complete.ts';
export { namesOf } from './complete-names.ts';
export { COMPLETION, SHELLS } from './completion-scripts.ts';
export { addVerbs } from './write-commands.ts';
