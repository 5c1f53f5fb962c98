import { expect, test } from 'vitest';
import { filesWith, sources } from './sources.ts';

function uses(pattern: RegExp): Readonly<Record<string, number>> {
  return Object.fromEntries(
    sources.flatMap(({ path, text }) => {
      const count = [...text.matchAll(pattern)].length;
      return count === 0 ? [] : [[path, count]];
    }),
  );
}

/** The client's `call`, needed by every write; `list` only reads. */
const CLIENT_CALL = /(?<!prototype\.\w+)(?:\?\.|\.)call\(|\bcall\b[^;=]*\} = \w*[cC]lient\b/g;

test('one function sends all writes', () => {
  expect(uses(CLIENT_CALL)).toEqual({ 'src/sync/send-write.ts': 1 });
});

test('writes are sent only by the console, which shows them as pending, and by the command line and rotations, which note them in the journal', () => {
  const senders = ['src/command/send.ts', 'src/features/rotation/work/open.ts', 'src/sync/write-queue.ts'];
  expect(filesWith(/\bawait sendWrite\(/)).toEqual(senders);
  expect(uses(/\bsendWrite\(/g)).toEqual(
    Object.fromEntries([...senders, 'src/sync/send-write.ts'].map((path) => [path, 1])),
  );
});

test('one function makes all requests to the service, and one posts notifications', () => {
  expect(uses(/\bcreateFetch\(\{[^{}]*\}\)\.raw\(/g)).toEqual({
    'src/api/fetch.ts': 1,
    'src/features/notify/sending/webhook.ts': 1,
  });
});

test('rules are released and let go on by the command, by the console, and by nothing else: both are judged by the same function as writes', () => {
  expect(filesWith(/\bjournal\.(?:releaseRule|holdRules)\(|'(?:releaseRule|holdRules)',/)).toEqual([
    'src/features/rules/commands/autopilot-change.ts',
    'src/features/rules/runner/runner.ts',
    'src/features/rules/running.ts',
  ]);
});

test('the commands that change something at the service ask one function whether they may', () => {
  expect(uses(/^ +(?:if \(.+?\) )?require(?:Changes|RulesMayAct)\(/gm)).toEqual({
    'src/features/rotation/work/open.ts': 1,
    'src/features/fleet/commands/apply.ts': 1,
    'src/features/rules/commands/autopilot.ts': 1,
    'src/features/rules/commands/autopilot-change.ts': 1,
    'src/cli/commands/write.ts': 1,
  });
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
