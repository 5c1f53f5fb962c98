import { expect, test } from 'vitest';
import { programs } from '../../src/app/programs.ts';
import type { RuntimePart } from '../../src/app/runtime-part.ts';
import { openRuntime } from './runtime-of.ts';

test('what a feature reads stops first, then its work ends, then the journal follows no more, and last it is sent', async () => {
  const said: string[] = [];
  const say = (text: string) => (): void => void said.push(text);
  const part: RuntimePart = {
    reads: () => {
      said.push('reads');
      return { stop: say('reads no more') };
    },
    sends: () => {
      said.push('sends');
      return async () => say('sends no more')();
    },
    follows: () => {
      said.push('follows');
      return { finish: say('follows no more') };
    },
    acts: () => {
      said.push('acts');
      return { stop: say('begins nothing more'), end: async () => say('acts no more')() };
    },
  };
  const { runtime } = await openRuntime(programs.watch, { parts: () => ({ features: [part] }) });
  await runtime.start();
  expect(said.splice(0)).toEqual(['reads', 'sends', 'follows', 'acts']);
  await runtime.stop('ended');
  expect(said).toEqual(['begins nothing more', 'reads no more', 'acts no more', 'follows no more', 'sends no more']);
});
