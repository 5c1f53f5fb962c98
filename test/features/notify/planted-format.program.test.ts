import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { type PlantedCopy, plant } from '../../architecture/planted-copy.ts';
import { node } from '../../driver/built.ts';
import { freshHome } from '../../driver/environment.ts';
import { serveOnLoopback } from '../../driver/loopback.ts';
import { ranAs } from '../../stories/ran-as.ts';

/** A copy of the project with one more format of notifications. */
let planted: PlantedCopy;

beforeAll(async () => {
  const text = '\n  pager: (message: string): object => ({ message }),';
  planted = await plant({}, [{ file: 'src/features/notify/target.ts', after: 'export const CHATS = {', text }]);
  return planted.remove;
});

test('the type of an added format fits without any other change', () => planted.checkTypes());

test('an added format of notifications is in the schema of the config file, and what is sent has its shape', async () => {
  const sent: string[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    request.on('data', (part: Buffer) => sent.push(part.toString()));
    request.on('end', () => response.writeHead(204).end());
  });
  const url = await serveOnLoopback(server);
  const home = freshHome();
  onTestFinished(home.remove);
  const path = join(home.folder, 'config.toml');
  writeFileSync(path, `[[notify]]\nname = "team"\nformat = "pager"\nurl = "${url}"\n`);
  const spotdeck = (...args: readonly string[]) =>
    ranAs(node, [planted.program, ...args], home, { SPOTDECK_CONFIG: path });
  expect((await spotdeck('config', 'schema')).out).toContain('"pager"');
  expect(await spotdeck('notify', '--test')).toMatchObject({ code: 0 });
  expect(JSON.parse(sent.join(''))).toEqual({ message: expect.stringContaining('a test of team') });
});
