import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { isSeen } from '../../../../src/features/rules/follow-rules.ts';
import { versionOf } from '../../../../src/features/rules/rules-state.ts';
import type { Write } from '../../../../src/resources/write.ts';
import { by } from '../engine/made-rules.ts';
import { type FeatureJournal, openFeatureJournal } from '../open-journal.ts';
import { begin, type Life, pass, type World } from './rules-life.ts';
import { climbing, isWrite, RULES } from './rules-steps.ts';
import { openWorld } from './rules-world.ts';

/** Each run opens real files in turn; SPOTDECK_MODEL_RUNS tries more. */
const RUNS = Math.ceil(Number(process.env['SPOTDECK_MODEL_RUNS'] ?? 24) / 6);
const SEED = process.env['SPOTDECK_MODEL_SEED'];
const PATH = process.env['SPOTDECK_MODEL_PATH'];

const climb = climbing({ bids: by('sweep-c'), waitMs: 1000 });
const rules = [...RULES.filter(({ kind }) => kind === 'spread'), climb];
const versions = rules.map((rule) => ({ name: rule.name, version: versionOf(rule) }));
const names = versions.map(({ name }) => name);

const ENDINGS = ['', '-wal', '-shm'] as const;

/** What somebody does to the files of a journal. Each of them is a loss for who has it open. */
const losses = {
  remove: (path) => drop(path),
  'remove the file alone': (path) => rmSync(path),
  'remove -wal': (path) => rmSync(`${realpathSync(path)}-wal`),
  'remove -shm': (path) => rmSync(`${realpathSync(path)}-shm`),
  'move away': (path) => move(path, `${mkdtempSync(join(tmpdir(), 'away-'))}/journal.db`),
  'rename a copy over it': (path) => {
    copyFileSync(path, `${path}.copy`);
    renameSync(`${path}.copy`, path);
  },
  'rename a whole copy over it': (path) => {
    backup(path, `${path}.copy`);
    for (const ending of ENDINGS)
      if (existsSync(`${path}.copy${ending}`)) renameSync(`${path}.copy${ending}`, `${path}${ending}`);
  },
  truncate: (path) => truncateSync(path),
  'replace by a link to where it is moved': (path) => {
    const other = `${mkdtempSync(join(tmpdir(), 'away-'))}/journal.db`;
    move(path, other);
    symlinkSync(other, path);
  },
  'replace by a folder': (path) => {
    drop(path);
    mkdirSync(path);
  },
} as const satisfies Readonly<Record<string, (path: string) => void>>;

function drop(path: string): void {
  for (const ending of ENDINGS) rmSync(`${path}${ending}`, { force: true, recursive: true });
}
function move(path: string, to: string): void {
  for (const ending of ENDINGS) if (existsSync(`${path}${ending}`)) renameSync(`${path}${ending}`, `${to}${ending}`);
}
function backup(path: string, to: string): void {
  for (const ending of ENDINGS) if (existsSync(`${path}${ending}`)) copyFileSync(`${path}${ending}`, `${to}${ending}`);
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('time'), seconds: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('lose'),
      how: fc.constantFrom(...(Object.keys(losses) as (keyof typeof losses)[])),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom('release', 'hold', 'backup', 'restore', 'another', 'kill') }),
  },
);

/** The file at the path as somebody sees it who opens it now; null when there is none to open. */
function seenIn<Value>(path: string, look: (database: DatabaseSync) => Value): Value | null {
  if (!existsSync(path) || !statSync(path).isFile()) return null;
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    return look(database);
  } catch {
    return null;
  } finally {
    database.close();
  }
}

const Intent = z.object({
  rule: z.string(),
  fid: z.string().nullable(),
  action: z.string(),
  released: z.int(),
  held: z.string().nullable(),
});

function hasIntent(path: string, write: Write): boolean {
  const intents = seenIn(path, (database) =>
    database
      .prepare(
        `SELECT rule, fid, action, released, held FROM rule_actions JOIN rules ON rules.name = rule AND rules.scope = rule_actions.scope
         WHERE outcome IS NULL`,
      )
      .all()
      .map((row) => Intent.parse(row)),
  );
  return (intents ?? []).some(
    ({ rule, fid, action, released, held }) =>
      rule === write.agent?.name &&
      (fid === null ? action.includes(`"${write.name}"`) : fid === write.fid) &&
      released !== 0 &&
      held === null,
  );
}

/** What the operator knows of the rules, whatever became of the files. */
type KnownState = { mayAct: boolean; epoch: number; readonly placed: Set<string>; readonly faults: string[] };

function watched(world: World, known: KnownState): World {
  return {
    ...world,
    onSend: (write) => {
      const what = `${write.verb} ${write.name}`;
      if (!known.mayAct) known.faults.push(`${what} is sent by a rule that is held, or was not released since a loss`);
      if (!hasIntent(world.path, write)) known.faults.push(`${what} is not in the file that others see`);
      if (write.call !== 'placeBid') return;
      const place = `${known.epoch} ${JSON.stringify(write.input)}`.replace(/"name":"[^"]*"/, '');
      if (known.placed.has(place)) known.faults.push(`${what} is placed twice`);
      known.placed.add(place);
    },
  };
}

async function command<Result>(
  world: World,
  act: (journal: FeatureJournal) => Promise<Result> | Result,
): Promise<Result> {
  const journal = openFeatureJournal(world.path, world.clock.now);
  try {
    return await act(journal);
  } finally {
    journal.close();
  }
}

/** Holds all rules as `--hold` does. Returns whether it was answered that they are held. */
const held = (world: World, lives: readonly Life[]): Promise<boolean> =>
  command(world, async (journal) => {
    const { scope, clock } = world;
    if (!journal.declareRules(scope, versions)) return false;
    const { number } = journal.file();
    const result = journal.holdRules(scope, names, 'Held by the operator.');
    if (!result.kept) return false;
    for (let waited = 0; waited < 20; waited++) {
      const lease = journal.lease(scope);
      if (journal.file().number !== number || journal.warning() !== null) return false;
      if (result.unseen === null || isSeen(lease, result.unseen, clock.now())) return true;
      await pass(world, lives, 1);
    }
    return false;
  });

const released = (world: World): Promise<boolean> =>
  command(
    world,
    ({ declareRules, holdRules, releaseRule }) =>
      declareRules(world.scope, versions) &&
      holdRules(world.scope, names, null).kept &&
      versions.every((version) => releaseRule(world.scope, version)),
  );

test('whatever becomes of the journal under two programs: no write is sent that others do not see, none after a hold was answered, none by a rule that was not released since', {
  timeout: 60_000 + RUNS * 4000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      await using opened = await openWorld(rules);
      const known: KnownState = { mayAct: false, epoch: 0, placed: new Set(), faults: [] };
      const world = watched(opened.world, known);
      const { path, wire } = world;
      const saved = `${dirname(path)}/saved/journal.db`;
      mkdirSync(dirname(saved));
      let lives: readonly Life[] = [begin(world)];
      const lost = (): void => {
        known.mayAct = false;
        known.epoch += 1;
      };
      const release = async (): Promise<void> => {
        if (!(await released(world))) return;
        known.mayAct = true;
        known.epoch += 1;
      };
      await release();
      await pass(world, lives, 12);
      for (const one of steps) {
        const [first, second] = lives;
        switch (one.does) {
          case 'time':
            await pass(world, lives, one.seconds);
            break;
          case 'lose':
            if (!existsSync(path) || statSync(path).isDirectory()) break;
            lost();
            losses[one.how](path);
            break;
          case 'release':
            await release();
            break;
          case 'hold':
            if (await held(world, lives)) known.mayAct = false;
            break;
          case 'backup':
            drop(saved);
            if (existsSync(path) && statSync(path).isFile()) backup(path, saved);
            break;
          case 'restore':
            if (!existsSync(saved)) break;
            lost();
            drop(path);
            backup(saved, path);
            break;
          case 'another':
            if (second === undefined) lives = [...lives, begin(world)];
            break;
          case 'kill':
            if (second === undefined) break;
            first?.kill();
            lives = [second];
        }
        await pass(world, lives, 2);
      }
      // In the end there is a file again, and the rules act once they are released.
      if (existsSync(path) && statSync(path).isDirectory()) drop(path);
      await pass(world, lives, 30);
      await release();
      const before = wire.asked.filter(isWrite).length;
      await pass(world, lives, 60);
      expect(known.faults).toEqual([]);
      expect(wire.asked.filter(isWrite).length, 'writes after the last release').toBeGreaterThan(before);
      for (const life of lives) life.kill();
    }),
    {
      numRuns: RUNS,
      endOnFailure: true,
      ...(SEED === undefined ? {} : { seed: Number(SEED) }),
      ...(PATH === undefined ? {} : { path: PATH }),
    },
  );
});
