import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { node, program } from '../../../driver/built.ts';
import { openScript } from '../../../stories/script.ts';
import { NO_TOKEN, tokenFileOf } from '../../../stories/token-file.ts';
import { activeKeys } from './rotating-operator.ts';

/** `onRequest` and `onAnswer` hold requests and answers. */
async function proxy(origin: string) {
  const hooks = {
    onRequest: async (_method: string): Promise<void> => undefined,
    onAnswer: async (_method: string): Promise<void> => undefined,
  };
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { method = 'GET', url = '', headers } = request;
    await hooks.onRequest(method);
    const body = Buffer.concat(chunks);
    const answer = await fetch(`${origin}${url}`, {
      method,
      headers: { authorization: headers.authorization ?? '', 'content-type': 'application/json' },
      ...(body.length === 0 ? {} : { body }),
    });
    const text = await answer.text();
    await hooks.onAnswer(method);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text);
  };
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return { hooks, origin: `http://127.0.0.1:${address.port}` };
}

test('SIGKILL at the first request of a rotation and at each write, before it arrives and before its answer: a kept key works, and the next run ends with one new key', async () => {
  const script = await openScript();
  const { hooks, origin } = await proxy(script.market.origin);
  const { token, folder } = tokenFileOf(script, '', origin);
  const args = ['api-key', 'rotate', '--yes'];
  const others = (await activeKeys(script, token())).length - 1;

  /** Kills the program at a request. Returns the methods that arrived. */
  const killedAt = async (at: number, where: 'onRequest' | 'onAnswer'): Promise<readonly string[]> => {
    const methods: string[] = [];
    const child = spawn(node, [program, ...args], {
      env: { ...script.home.env, ...NO_TOKEN },
      cwd: script.home.folder,
      stdio: 'ignore',
    });
    const gone = new Promise<void>((done) => child.once('close', () => done()));
    hooks[where] = async (method) => {
      methods.push(method);
      if (methods.length !== at) return;
      child.kill('SIGKILL');
      await gone;
    };
    await gone;
    hooks[where] = async () => undefined;
    return methods;
  };

  const requests = await killedAt(0, 'onRequest');
  expect(requests.length).toBeGreaterThan(8);
  expect(requests.filter((method) => method !== 'GET').length).toBeGreaterThan(1);
  for (const where of ['onRequest', 'onAnswer'] as const)
    for (const [before, method] of requests.entries()) {
      // Other kills happen in the process of the tests.
      if (method === 'GET' && (where === 'onAnswer' || before > 0)) continue;
      const at = before + 1;
      await killedAt(at, where);
      const kept = readdirSync(join(folder, 'tokens')).map((name) =>
        readFileSync(join(folder, 'tokens', name), 'utf8').trim(),
      );
      const working = await Promise.all(
        kept.filter((text) => /^\S+$/.test(text)).map(async (text) => (await activeKeys(script, text)).length > 0),
      );
      expect(working, `${where} ${at}`).toContain(true);
      const ran = await script.run(args, NO_TOKEN);
      expect([ran.code, ran.err], `${where} ${at}`).toEqual([0, expect.any(String)]);
      expect(await activeKeys(script, token()), `${where} ${at}`).toHaveLength(others + 1);
      expect(readdirSync(join(folder, 'tokens')), `${where} ${at}`).toEqual(['work']);
    }
}, 600_000);
