import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { resolveSettings } from '../../../../src/config/profile.ts';
import { withRotation } from '../../../../src/features/rotation/work/open.ts';
import { rotateKey } from '../../../../src/features/rotation/work/rotate.ts';
import type { RotationEnd, RotationWork } from '../../../../src/features/rotation/work/rotation-work.ts';
import { sameThread } from '../../../../src/journal/same-thread.ts';
import type { Made } from '../../../../src/resources/made.ts';
import { CommandFailure } from '../../../../src/system/exit.ts';
import { ownSettings } from '../../../config/own-settings.ts';
import type { Market } from '../../../driver/console.ts';
import { freshHome } from '../../../driver/environment.ts';
import { storyClock } from '../../../driver/time.ts';
import { openTestJournal } from '../../../journal/open.ts';
import { asked } from '../../../stories/service.ts';

/** At one effect of a run, counted from its start. */
export type Fault = {
  readonly at: number;
  /** Killed before or after the effect; the request or its answer is lost; the effect is refused. */
  readonly kind: 'killed-before' | 'killed-after' | 'lost-before' | 'lost-after' | 'refused' | 'declined';
};

const LOST = { kind: 'timeout', afterMs: 1, reached: 'maybe' } as const;
const REFUSED = { kind: 'refused', status: 422, said: null, fields: [], reached: 'yes' } as const;

/** Fails one effect of a run; after a kill none happens. */
function faulty(parts: RotationWork, fault: Fault | null) {
  let count = 0;
  let dead = false;
  let died = (): void => undefined;
  const killed = new Promise<'killed'>((resolve) => {
    died = () => resolve('killed');
  });
  const never = new Promise<never>(() => undefined);
  const die = (): Promise<never> => {
    dead = true;
    died();
    return never;
  };
  const broken = new Error('no space left on the device');
  const unreadable = new CommandFailure(1, 'no space left on the device');

  async function effect<Result>(act: () => Promise<Result>, lost: (act: () => Promise<Result>) => Promise<Result>) {
    if (dead) return never;
    count += 1;
    if (fault?.at !== count) return act();
    switch (fault.kind) {
      case 'killed-before':
        return die();
      case 'killed-after':
        await act();
        return die();
      case 'lost-after':
        await act();
        return lost(act);
      default:
        return lost(act);
    }
  }
  const ofDisk = <Result>(act: () => Promise<Result>, why: Error = broken): Promise<Result> =>
    effect(act, () => Promise.reject(why));
  const answer = () => Promise.resolve({ ok: false, error: fault?.kind === 'refused' ? REFUSED : LOST } as const);
  const made = async (): Promise<Made> =>
    fault?.kind === 'refused' ? { kind: 'refused', error: REFUSED } : { kind: 'unknown', why: 'Lost.', secret: null };
  const written = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    count += 1;
    if (dead) throw unreadable;
    if (fault?.at !== count) return act();
    if (fault.kind === 'killed-before') void die();
    if (dead || fault.kind === 'refused' || fault.kind === 'lost-before') throw unreadable;
    const result = await act();
    if (fault.kind === 'killed-after') {
      void die();
      throw unreadable;
    }
    return result;
  };
  const { place, record, client } = parts;
  const changed: RotationWork = {
    ...parts,
    place: {
      ...place,
      read: () => ofDisk(place.read, unreadable),
      kept: () => ofDisk(place.kept, unreadable),
      reserve: async () => {
        const { keep, discard } = await ofDisk(place.reserve);
        return { keep: (secret) => ofDisk(() => keep(secret)), discard: () => (dead ? never : discard()) };
      },
      keepOld: () => ofDisk(place.keepOld),
      replaced: () => ofDisk(place.replaced, unreadable),
      swap: (token) => ofDisk(() => place.swap(token)),
      clean: () => ofDisk(place.clean),
    },
    record: {
      read: () => written(record.read),
      write: (rotation) => written(() => record.write(rotation)),
      remove: () => written(record.remove),
    },
    client: (token) => {
      const real = client(token);
      return { ...real, list: (endpoint, input, options) => effect(() => real.list(endpoint, input, options), answer) };
    },
    send: (to, write, known) => effect(() => parts.send(to, write, known), made),
    ask: (question) =>
      effect(
        () => parts.ask(question),
        async () => false,
      ),
  };
  return { parts: changed, killed, effects: () => count };
}

/** With a token file, and views of service and disk. The operator knows the address `origin`. */
export async function operator(market: Market, origin = market.origin) {
  const home = freshHome();
  onTestFinished(() => home.remove());
  const folder = join(home.folder, '.config/spotdeck');
  mkdirSync(join(folder, 'tokens'), { recursive: true, mode: 0o700 });
  const config = join(folder, 'config.toml');
  writeFileSync(
    config,
    `[profiles.work]\nbase_url = "${origin}"\nproject = "${market.project}"\njournal = "${join(home.folder, 'journal.db')}"\n`,
  );
  const file = join(folder, 'tokens/work');
  writeFileSync(file, `${market.token}\n`, { mode: 0o600 });
  const environment = { ...home.env, SPOTDECK_CONFIG: config };

  const working = async (token: string): Promise<readonly Record<string, unknown>[]> =>
    (await asked({ ...market, token }, '/v2/api-keys')).filter((key) => key['deactivated_at'] === null);

  return {
    /** Rotates, or gives up. Returns the end and the number of effects. */
    run: async (fault: Fault | null, how = rotateKey) => {
      let effects = (): number => 0;
      let confirmed: string | null = null;
      const options = { keepOld: false, expires: null, save: null };
      const ask: RotationWork['ask'] = async ({ typed, isForOperator }) => {
        confirmed = typed;
        return !isForOperator;
      };
      const result = await withRotation(
        await resolveSettings({ flags: {}, environment, own: ownSettings() }, 'command'),
        options,
        { ask, say: () => undefined, onSwapped: () => undefined },
        (path) => {
          const journal = openTestJournal(path, storyClock().now);
          return { journal: sameThread(journal), close: journal.close };
        },
        async (parts): Promise<RotationEnd> => {
          const watched = {
            ...parts,
            // The market's.
            now: storyClock().now,
            send: async (...[client, write]: Parameters<RotationWork['send']>) => {
              const record = await parts.record.read();
              const old = record === null || record === 'unreadable' ? null : record.old;
              // The old key has its own question.
              if (write.fid !== null && write.fid === old?.fid) expect(confirmed).toBe(old.name);
              return parts.send(client, write);
            },
          };
          const broken = faulty(watched, fault);
          effects = broken.effects;
          const end = await Promise.race([broken.killed, how(broken.parts)]);
          if (end === 'killed') throw new CommandFailure(1, 'killed');
          return end;
        },
      ).catch((error: unknown) => {
        if (error instanceof CommandFailure) return error;
        throw error;
      });
      return { result, effects: effects() };
    },
    token: () => readFileSync(file, 'utf8').trim(),
    /** Accepted tokens in files of the folder, each private. */
    kept: async () => {
      const found: string[] = [];
      for (const name of readdirSync(join(folder, 'tokens'))) {
        const path = join(folder, 'tokens', name);
        expect(statSync(path).mode & 0o077).toBe(0);
        const text = readFileSync(path, 'utf8').trim();
        if (/^[\x21-\x7e]+$/.test(text) && (await working(text)).length > 0) found.push(text);
      }
      return found;
    },
    files: () => readdirSync(join(folder, 'tokens')),
    texts: () =>
      readdirSync(join(folder, 'tokens')).map((name) => readFileSync(join(folder, 'tokens', name), 'utf8').trim()),
    signIn: (token: string) => writeFileSync(file, `${token}\n`, { mode: 0o600 }),
    working,
  };
}

/** Without a failure. */
export const succeeded = (result: RotationEnd | CommandFailure): result is RotationEnd =>
  !(result instanceof CommandFailure);

export const describe = (result: RotationEnd | CommandFailure): string =>
  succeeded(result) ? result.kind : result.lines.join(' ');
