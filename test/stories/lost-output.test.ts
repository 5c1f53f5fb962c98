import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshHome } from '../driver/environment.ts';
import { runAlone } from './script.ts';

test('typed text and texts from files are one safe line on stderr', async () => {
  const home = freshHome();
  onTestFinished(() => home.remove());
  const config = join(home.folder, 'c\u001b[2J\n.toml');
  writeFileSync(config, '[profiles."a\\u001b[2J"]\n"key\\u001b]8;;http://x\\u0007\\nforged" = 1\n');
  const evil = '\u001b[2J\u009b1m\nforged';
  for (const args of [
    [evil],
    [`--${evil}`],
    ['get', evil],
    ['get', 'bids', '-o', evil],
    ['--page-size', evil],
    ['--profile', evil],
    ['bid', 'pause', evil, '--config', config],
    ['config', 'check', '--config', config],
    ['config', 'path', '--config', config],
    ['replay', evil],
    ['market', '--port', evil],
    ['market', '--db', `/dev/null/${evil}`],
  ]) {
    const { status, stderr } = await runAlone(args);
    expect(stderr, JSON.stringify(args)).not.toMatch(/^forged/m);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    expect(stderr, JSON.stringify(args)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e]/);
    if (args[1] !== 'path') expect([args, status === 1 || status === 2]).toEqual([args, true]);
  }
});
