// Makes the files of this version with the built program: `npm run upgrade-files`, once for each version (README.md).
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { answer } from '../driver/answer.ts';
import { openConsole, openMarket } from '../driver/console.ts';
import { freshHome } from '../driver/environment.ts';
import { runProgram } from '../driver/running.ts';
import { soon, storyClock } from '../driver/time.ts';
import { openWire } from '../faults/wire.ts';
import { newPath } from '../journal/snapshots.ts';
import { losingMarket } from '../stories/losing.ts';
import { STILL } from '../stories/service.ts';
import { about, fileOf, type KeptFile, NAMES_FROM } from './kept.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const folder = join(import.meta.dirname, String(version));

const keep = (name: KeptFile, content: string | Uint8Array): void => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(version, name), name.endsWith('.gz') ? gzipSync(content) : content);
};

test('a night of this version is kept', async () => {
  expect(existsSync(folder), `${folder} is there already, and is not made again`).toBe(false);
  const market = await losingMarket('render', 'batch-embed');
  const journal = String(market.env['SPOTDECK_JOURNAL']);
  const recording = newPath();
  const console = await openConsole({ args: ['--record', recording], env: market.env });
  await console.seeLoaded('14 bids');
  await console.see('5 API keys');
  console.type('/region:eu\ro:view save Europe only\r');
  await console.see('Saved the view Europe only.');
  console.press('Esc');
  await console.pane('bids').select('sweep-b').do('pause-bid');
  await answer(console, 'p');
  await console.see('Paused sweep-b');
  const before = market.looks();
  market.lose();
  await console.see(/render +\S+ .*lost|render lost|render preempted/);
  await soon(() => expect(market.looks()).toBeGreaterThan(before + 4));
  console.do('quit');
  await console.ended();
  const until = storyClock().now();

  // Moves the file beside it into the journal.
  const database = new DatabaseSync(journal);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  keep('journal.db.gz', readFileSync(journal));
  keep('night.spotdeck.gz', readFileSync(recording));
  keep('views.json', readFileSync(join(dirname(journal), 'views.json')));
  const { SPOTDECK_BASE_URL: origin, SPOTDECK_PROJECT: project } = market.env;
  keep('about.json', `${JSON.stringify(about.parse({ until, origin, project }), null, 2)}\n`);

  const still = await openMarket(STILL);
  const wire = await openWire(still.origin);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const rows = [{ fid: '8xb200.us-east1-b', name: 'B200 × 8', region: 'us-east1-b' }];
  wire.fault(
    async ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(rows));
    },
    { match: ({ path }) => path.startsWith('/v2/instance-types') },
  );
  const config = newPath();
  writeFileSync(config, NAMES_FROM, { mode: 0o600 });
  const names = dirname(newPath());
  const second = await openConsole({
    args: [],
    env: {
      ...still.env,
      SPOTDECK_BASE_URL: wire.origin,
      SPOTDECK_CONFIG: config,
      SPOTDECK_JOURNAL: join(names, 'journal.db'),
    },
  });
  await second.see(/pretrain-b200 .* B200 × 8 /);
  second.do('quit');
  await second.ended();
  keep('names.json', readFileSync(join(names, 'names.json'), 'utf8').replaceAll(wire.origin, String(origin)));
  keep('config.toml', await everySetting());
});

/** Every setting of this version, and a rule of each kind. */
async function everySetting(): Promise<string> {
  const home = freshHome();
  const { out } = await runProgram(['config', 'example'], home);
  home.remove();
  // Tables are commented out line by line, with their names.
  const text = out.replace(/^# (?=[a-z_]+ = |\[)/gm, '');
  return `${text}\n${readFileSync('contrib/rules.toml', 'utf8')}`.replace(/^(?:[ \t]*#.*)?\n/gm, '');
}
