// What the bundle has for two of Node's own modules. An import of node:process reads every property of it, also those that Node
// makes when they are asked for: streams, reports and more; child_process brings sockets and pipes. Few starts need any of it.
// Here process is the global one, and child_process is loaded by the first call. One file stands for both: each file more that a
// start loads takes its time. Only commander imports child_process as a default, for commands that are programs of their own;
// there are none.
import { promisify } from 'node:util';

export const { cwd, env } = process;
export default process;

const load = () => process.getBuiltinModule('node:child_process');

/** @param {Parameters<typeof import('node:child_process').spawn>} args */
export const spawn = (...args) => load().spawn(...args);

/** @param {Parameters<typeof import('node:child_process').execFileSync>} args */
export const execFileSync = (...args) => load().execFileSync(...args);

/** @param {Parameters<typeof import('node:child_process').execFile>} args */
const execFileLater = (...args) => load().execFile(...args);
export const execFile = Object.assign(execFileLater, {
  /** @param {[string, readonly string[], import('node:child_process').ExecFileOptions]} args */
  [promisify.custom]: (...args) => promisify(load().execFile)(...args),
});
