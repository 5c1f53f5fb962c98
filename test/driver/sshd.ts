import { spawnSync } from 'node:child_process';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { SSHD, type Sshd, type SshdOpening, startSshd } from './ssh-server.ts';

/** Tests without a server are skipped, and counted. */
export const hasSshd = existsSync(SSHD) && spawnSync('ssh-keygen', ['-?']).error === undefined;

/** Until the end of the test. */
export async function openSshd(opening: SshdOpening = {}): Promise<Sshd> {
  const server = await startSshd(opening);
  onTestFinished(server.close);
  return server;
}

const TOOL_NAMES = ['nvidia-smi', 'rocm-smi', 'amd-smi'] as const;
type ToolName = (typeof TOOL_NAMES)[number];

/** A machine on loopback with scripted tools. */
export type Machine = Sshd & {
  /** As the service gives it. */
  readonly destination: string;
  /** Null removes it. */
  readonly tool: (name: ToolName, script: string | null) => void;
};

/** Until the end of the test. */
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
    // Replaced whole: it may be running.
    writeFileSync(`${path}.new`, script, { mode: 0o755 });
    renameSync(`${path}.new`, path);
  };
  for (const name of TOOL_NAMES) tool(name, tools[name] ?? null);
  return { ...sshd, destination: `127.0.0.1:${sshd.port}`, tool };
}
