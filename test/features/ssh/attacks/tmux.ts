import { expect } from 'vitest';
import { inNames, openService } from '../../../attacks/doors.ts';
import { expectNothingRan, linesOf } from '../../../attacks/harmless.ts';
import { payloadsFor, setOutCanary } from '../../../attacks/payloads.ts';
import { openProgram, standIns } from '../../../attacks/program.ts';
import { consoleInTmux, soon } from '../../../attacks/stands.ts';

/** `s` in a real tmux on instances with hostile names: one window each, with a plain name, that runs only `ssh`. */
export async function tmuxWindows(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService(inNames(payloads));
  const stand = standIns(openProgram().home, { ssh: 'exec sleep 300' });
  const { terminal, tmux } = await consoleInTmux({ ...service.env, PATH: stand.path });
  await terminal.seeLoaded(`2 Instances ─ ${payloads.length}`);
  tmux('send-keys', '-t', 'work:0', '2');
  for (const [n] of payloads.entries()) {
    tmux('send-keys', '-t', 'work:0', 's');
    await soon(`window ${n}`, () => stand.calls('ssh').length > n);
    tmux('send-keys', '-t', 'work:0', 'j');
  }
  const names = linesOf(tmux('list-windows', '-t', 'work', '-F', '#{window_name}')).slice(1);
  expect(names).toHaveLength(payloads.length);
  expect(names.filter((name) => !/^[A-Za-z0-9._-]+$/.test(name))).toEqual([]);
  expect(stand.calls('ssh').toSorted()).toEqual(
    payloads.map((_, n) => ['-p', '22', '--', `root@127.0.1.${n}`]).toSorted(),
  );
  expectNothingRan(canary);
}
