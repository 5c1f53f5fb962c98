/** Commands without a screen, as one file of the bundle. */
// biome-ignore lint/performance/noBarrelFile: one file of the bundle is what it is for
export { columnHelp } from './column-help.ts';
export { CONFIG_PARTS, printProfiles, showConfig } from './commands/config.ts';
export { doctor } from './commands/doctor.ts';
export { getFromArguments } from './commands/get.ts';
export { login as signIn, logout } from './commands/login.ts';
export { market } from './commands/market.ts';
export { sshToAll as logInToAll, sshToInstance as logIn } from './commands/ssh.ts';
export { printSshConfig } from './commands/ssh-config.ts';
export { watch } from './commands/watch.ts';
export { completions } from './complete.ts';
export { namesOf } from './complete-names.ts';
export { COMPLETION, SHELLS } from './completion-scripts.ts';
export { listOptions } from './list-options.ts';
export { addVerbs, listWords } from './write-commands.ts';
