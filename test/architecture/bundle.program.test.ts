import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { node, program } from '../driver/built.ts';

test('commands that print plain text load no Unicode data for visible characters, which would delay them', () => {
  const refuse = 'data:text/javascript,Intl.Segmenter=class{constructor(){throw new Error("loaded")}}';
  const help = execFileSync(node, ['--import', refuse, program, '--help'], { encoding: 'utf8' });
  expect(help).toContain('Usage: spotdeck');
});
