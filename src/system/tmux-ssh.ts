import { endInWords, runInTerminal } from './run-in-terminal.ts';

/** How `ssh` is called here, beside what leads to the instance. */
export type SshWay = { readonly user: string | null; readonly options: readonly string[] };

/** Whether the way leads through another machine: then a look from here tells nothing of what is reachable. */
export function isThroughOthers({ options }: SshWay): boolean {
  return options.some((option) => option.startsWith('-J') || /proxy(?:jump|command)/i.test(option));
}

/** The arguments of `ssh`: the operator's own options first, then those of the address, which end with `--` and the host. */
export function sshCommand({ user, options }: SshWay, address: readonly string[]): readonly string[] {
  const named = user === null || address.at(-1)?.includes('@') === true ? [] : ['-l', user];
  return [...options, ...named, ...address];
}

/** Runs `ssh` in this terminal until it ends; answers in words how it did. */
export async function sshHere(args: readonly string[]): Promise<string> {
  return endInWords(await runInTerminal('ssh', args));
}
