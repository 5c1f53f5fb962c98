import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openConsole } from '../driver/console.ts';
import { inNames, NOTHING, openService } from './doors.ts';
import { actingIn, expectNothingRan } from './harmless.ts';
import { type Canary, type Payload, payloadsFor, setOutCanary } from './payloads.ts';
import { isHere, openProgram, type Stand, standIns } from './program.ts';
import { soon } from './stands.ts';

const SCRIPT = (payloads: readonly Payload[]): string =>
  payloads.map(({ text }) => text.replaceAll('\r', '')).join('\n');
/** The editor gets one path that the console made, and a text in which nothing acts. */
export async function editor(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const [bid] = inNames(payloads).bids;
  const service = await openService({
    ...NOTHING,
    bids: [
      {
        ...bid,
        launch_specification: { volumes: [], ssh_keys: [], startup_script: SCRIPT(payloads), kubernetes_cluster: null },
      },
    ],
  });
  const { home } = openProgram();
  const kept = join(home.folder, 'kept');
  const stand = standIns(home, { edit: `cat "$1" >'${kept}'` });
  const console = await openConsole({ args: [], env: { ...service.env, PATH: stand.path, EDITOR: 'edit' } });
  await console.seeLoaded('1 Bids ─ 1');
  console.press('N', 'Up', 'Up', 'Ctrl-E');
  await soon('the editor', () => stand.calls('edit').length === 1);
  expect(stand.calls('edit')[0]).toEqual([expect.stringMatching(/^\/[\w./-]+$/)]);
  await console.see('Startup script');
  expect(actingIn(readFileSync(kept, 'utf8').replaceAll('\t', ' '))).toEqual([]);
  expect(console.title()).toBe('');
  expectNothingRan(canary);
}
/** Request copied as a line for a shell, run in real shells: one call of `curl` with the exact text, and nothing else. */
export async function curlCopy(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const service = await openService();
  const stand = standIns(openProgram().home, { curl: '' });
  // Texts that an operator can paste into a field of one line.
  const name = payloads.map(({ text }) => text.replace(/\p{Cc}/gu, ' ').toWellFormed()).join(' ');
  service.answer((request, response) => {
    response.setHeader('content-type', 'application/json');
    const made = request.method === 'POST';
    // Without a name and a key, which the service of this attack does not read.
    response.writeHead(made ? 201 : 200).end(made ? '{"fid":"key_1"}' : '[]');
  });
  const project = `p'"$(${canary.commandFor('project')})`;
  const console = await openConsole({ args: [], env: { ...service.env, SPOTDECK_PROJECT: project } });
  await console.seeLoaded('4 SSH keys');
  console.press('4', 'n');
  await console.see('Create an SSH key');
  console.paste(name);
  console.press('Tab');
  console.paste(key());
  console.press('Ctrl-S');
  await console.see('Create an SSH key: review');
  await answer(console, 'Enter');
  await soon('the request', () => service.asked().includes('POST /v2/ssh-keys'));
  await console.gone('Create an SSH key');
  console.do('requests');
  const COPIES = 10;
  for (let n = 0; n < COPIES; n++) console.press('y', 'Down');
  const copied = (): readonly string[] =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what puts a text into the clipboard (OSC 52)
    [...console.raw().matchAll(/\u001b\]52;c;([^\u0007\u001b]*)[\u0007\u001b]/g)].map(([, text = '']) =>
      Buffer.from(text, 'base64').toString(),
    );
  await soon('the copies', () => copied().length === COPIES);
  const post = copied().find((line) => line.includes('POST')) ?? '';
  for (const { mark } of payloads) expect(post).toContain(mark);
  expectOneCurl(post, stand, canary);
  expectOneCurl(copied().find((line) => !line.includes('POST')) ?? '', stand, canary);
}
/** Public key that every form accepts. */
const key = (): string =>
  `ssh-ed25519 ${Buffer.concat([Buffer.from('\0\0\0\x0bssh-ed25519\0\0\0 '), Buffer.alloc(32, 7)]).toString('base64')} me`;
function expectOneCurl(line: string, stand: Stand, canary: Canary): void {
  for (const shell of ['bash', 'zsh', 'fish', 'dash'].filter(isHere)) {
    const before = stand.calls('curl').length;
    const { status } = spawnSync(shell, ['-c', line], {
      env: { PATH: stand.path, SPOTDECK_TOKEN: 'x', HOME: '/nonexistent' },
    });
    expect({ shell, status }).toEqual({ shell, status: 0 });
    expect(stand.calls('curl')).toHaveLength(before + 1);
    expect(stand.calls('curl').at(-1)?.at(-1)).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//);
  }
  expectNothingRan(canary);
}
