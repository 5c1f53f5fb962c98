import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Sshd } from './ssh-server.ts';
import { openSshd } from './sshd.ts';

const TOOL_NAMES = ['nvidia-smi', 'rocm-smi', 'amd-smi'] as const;
type ToolName = (typeof TOOL_NAMES)[number];

/** A machine to log in to on loopback, with scripted tools. */
export type Machine = Sshd & {
  /** Its address, as the service gives it. */
  readonly destination: string;
  /** Puts a tool on its PATH, such as one of `TOOLS`; null takes it away. */
  readonly tool: (name: ToolName, script: string | null) => void;
};

/** Starts a machine with tools until the end of the test; `config` has more lines for its SSH server. */
export async function openMachine(
  tools: Partial<Record<ToolName, string>> = {},
  config: readonly string[] = [],
): Promise<Machine> {
  const sshd = await openSshd({ config });
  const tool: Machine['tool'] = (name, script) => {
    const path = join(sshd.folder, 'bin', name);
    if (script === null) {
      rmSync(path, { force: true });
      return;
    }
    // Replaced as a whole: it may be running.
    writeFileSync(`${path}.new`, script, { mode: 0o755 });
    renameSync(`${path}.new`, path);
  };
  for (const name of TOOL_NAMES) tool(name, tools[name] ?? null);
  return { ...sshd, destination: `127.0.0.1:${sshd.port}`, tool };
}
