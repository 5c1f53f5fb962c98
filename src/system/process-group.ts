/** Sends a signal to a process that is the first of its group, and to all others of the group. */
export function killGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    // ESRCH: the group has just ended. EPERM: on macOS, of a group that has ended but was not waited for.
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'ESRCH' && code !== 'EPERM') throw error;
  }
}
