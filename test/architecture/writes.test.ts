import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** Everything but the embedded market, which is a service of its own. */
function sources(): readonly { readonly path: string; readonly text: string }[] {
  return readdirSync('src', { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.startsWith(join('src', 'market')))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
}

/** How often something stands in each file where it stands at all. */
function uses(pattern: RegExp): Readonly<Record<string, number>> {
  return Object.fromEntries(
    sources().flatMap(({ path, text }) => {
      const count = [...text.matchAll(pattern)].length;
      return count === 0 ? [] : [[path, count]];
    }),
  );
}

/** A request of one thing, which every write is; `list` reads. However the client is called, its method is. */
const CLIENT_CALL = /(?<!prototype\.\w+)(?:\?\.|\.)call\(|\bcall\b[^;=]*\} = \w*[cC]lient\b/g;

test('a write leaves the program in one function', () => {
  expect(uses(CLIENT_CALL)).toEqual({ 'src/state/sync/send-write.ts': 1 });
});

test('what sends a write is the console, which shows it as pending, and the command line, which notes it in the journal', () => {
  expect(Object.keys(uses(/\bawait sendWrite\(/g))).toEqual(['src/cli/send.ts', 'src/state/sync/write-queue.ts']);
  expect(uses(/\bsendWrite\(/g)).toEqual({
    'src/cli/send.ts': 1,
    'src/state/sync/send-write.ts': 1,
    'src/state/sync/write-queue.ts': 1,
  });
});

test('requests reach the network in one function', () => {
  expect(uses(/\bofetch\.raw\(/g)).toEqual({ 'src/api/fetch.ts': 1 });
});

test.each([
  'const answer = await client.call(name, input);',
  'await parts.client().call("cancelBid", asked);',
  'void client?.call(name, input);',
  'const { call } = client;',
  'const { list, call } = createClient(connection);',
])('%s is seen', (code) => {
  expect(code).toMatch(new RegExp(CLIENT_CALL, ''));
});
