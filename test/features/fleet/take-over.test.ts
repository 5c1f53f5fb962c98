import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareRows } from '../../../src/features/fleet/console/compare-rows.ts';
import type { ReadFleet } from '../../../src/features/fleet/console/known-fleet.ts';
import { takenOver } from '../../../src/features/fleet/console/take-over.ts';
import { parseFleet } from '../../../src/features/fleet/file/read-file.ts';
import { fleetText } from '../../../src/features/fleet/file/write-file.ts';
import { ALL, type Change, keyOfChange } from '../../../src/features/fleet/plan/change.ts';
import { differencesOf } from '../../../src/features/fleet/plan/plan.ts';
import { labelOf } from '../../../src/features/fleet/plan/words.ts';
import { liveBids } from '../../../src/features/fleet/rows.ts';
import type { Context } from '../../../src/resources/context.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, consoleWith, sshKey, volume } from '../../store/made.ts';
import { type MadeFleet, madeFleet } from './world.ts';

/** The rows of a made fleet, as the console has them. */
function rowsOf({ bids, volumes }: MadeFleet): Context {
  return contextOf(
    consoleWith({
      bids: bids.map((made) =>
        bid(`bid-${made.name}`, {
          name: made.name,
          instance_type: made.type,
          region: made.type.split('.')[1],
          limit_price: `$${(made.cents / 100).toFixed(2)}`,
          instance_quantity: made.quantity,
          status: made.paused ? 'Paused' : 'Allocated',
          launch_specification: {
            volumes: made.volumes.map((name) => `vol-${name}`),
            ssh_keys: made.keys.map((name) => `key-${name}`),
            startup_script: made.script,
            kubernetes_cluster: made.cluster === '' ? null : made.cluster,
          },
        }),
      ),
      volumes: volumes.map((name) => volume(`vol-${name}`, { name, interface: 'File' })),
      sshKeys: ['ops', 'laptop', 'ci'].map((name) => sshKey(`key-${name}`, { name })),
    }),
  );
}

const read = (text: string): ReadFleet => {
  const { scripts: _, ...file } = parseFleet('fleet.toml', text);
  return { kind: 'read', path: 'fleet.toml', text, file, compare: compareRows };
};

const textOf = (context: Context): string =>
  fleetText({ context, bids: liveBids(context), filter: null, token: null, scriptFile: () => null });

const changesOf = ({ file }: ReadFleet, context: Context): readonly Change[] =>
  differencesOf(file, context, ALL).changes;

function takeOver(known: ReadFleet, changes: readonly Change[], context: Context): ReadFleet {
  const taken = takenOver(known, changes, context, new Map());
  if (!taken.ok) throw new Error(taken.error);
  return taken.value;
}

/** A text with a comment behind each line that is a row of its own and before each table. */
function commented(text: string): string {
  let n = 0;
  return text
    .split('\n')
    .map((line) =>
      /^(?:\[\[|limit_price|name) ?/.test(line) && !line.includes("'''") ? `${line} # remark ${n++}` : line,
    )
    .join('\n');
}

test('whatever differs, taken over some at a time, the file wants what is there, and all its comments are left', () => {
  fc.assert(
    fc.property(madeFleet(), madeFleet(), fc.infiniteStream(fc.nat()), (wanted, there, picks) => {
      const context = rowsOf(there);
      // Scripts may have lines that look like keys, so those get no comments.
      const plain = wanted.bids.every(({ script }) => !script.includes('\n'));
      const exported = textOf(rowsOf(wanted));
      let known = read(plain ? commented(exported) : exported);
      const remarks = (text: string): readonly string[] => text.match(/# remark \d+/g) ?? [];
      const before = remarks(known.text);
      for (let left = changesOf(known, context); left.length > 0; left = changesOf(known, context)) {
        const pick = picks.next().value ?? 0;
        const from = pick % left.length;
        // Bids of the file may still name a volume that it would create: those come first.
        const free = left.filter(({ kind }) => kind !== 'create-volume');
        const some = (free.length > 0 ? free : left).slice(from, from + 1 + (pick % 3));
        known = takeOver(known, some.length > 0 ? some : left, context);
      }
      expect(changesOf(known, context).map(labelOf)).toEqual([]);
      expect(remarks(known.text).toSorted()).toEqual(before.toSorted());
    }),
    { numRuns: 150 },
  );
});

const THERE = rowsOf({
  volumes: ['data'],
  bids: [
    {
      name: 'train',
      type: '8xh100.us-central1-a',
      cents: 250,
      quantity: 2,
      keys: ['ops'],
      volumes: ['data'],
      script: 'echo hi\n',
      cluster: '',
      paused: false,
    },
  ],
});
const TEXT = textOf(THERE);

describe('what is taken over', () => {
  test('is one change alone: the other differences stay', () => {
    const known = read(TEXT.replace('limit_price = "$2.50"', 'limit_price = "$3.00"\npaused = true'));
    const [pause, price] = changesOf(known, THERE);
    if (pause === undefined || price === undefined) throw new Error('it has two differences');
    const after = takeOver(known, [price], THERE);
    expect(after.text).toContain('limit_price = "$2.50"\n');
    expect(changesOf(after, THERE).map(keyOfChange)).toEqual([keyOfChange(pause)]);
    expect(takeOver(known, [pause, price], THERE).text).toContain('limit_price = "$2.50"\npaused = false\n');
  });

  test('has the operator’s names, with the identifier of the new value behind it in place of the old one', () => {
    const aliases = new Map([
      ['8xh100.us-central1-a', 'H100'],
      ['8xb200.us-east1-b', 'B200'],
    ]);
    const context = { ...THERE, aliases };
    const known = read(
      TEXT.replace('instance_type = "8xh100.us-central1-a"', 'instance_type = "B200" # 8xb200.us-east1-b'),
    );
    expect(takeOver(known, changesOf(known, context), context).text).toContain(
      '\ninstance_type = "H100" # 8xh100.us-central1-a\n',
    );
  });

  test('replaces a script beside the file by the one that runs', () => {
    const known = read(TEXT.replace(/startup_script = '''[\s\S]*?'''/, 'startup_script_file = "train.sh"'));
    const after = takeOver(known, changesOf(known, THERE), THERE);
    expect(after.text).not.toContain('startup_script_file');
    expect(after.file.bids[0]?.startup_script).toBe('echo hi\n');
  });

  test('is refused when the file would not be read as wanted: rows in one line, or a volume that a bid still names', () => {
    const refusal = (text: string): string => {
      const known = read(text);
      const taken = takenOver(known, changesOf(known, THERE).slice(0, 1), THERE, new Map());
      return taken.ok ? 'taken' : taken.error;
    };
    const inline =
      'bids = [{ name = "train", instance_type = "8xh100.us-central1-a", region = "us-central1-a", instance_quantity = 2, limit_price = 9 }]';
    expect(refusal(inline)).toBe('A row of these is not a table of its own in the file. Change it there by hand.');
    const disk = '[[volumes]]\nname = "disk"\nsize_gb = 1\nregion = "us-central1-a"\ndisk_interface = "File"\n';
    expect(refusal(`${TEXT.replace('volumes = ["data"]', 'volumes = ["data", "disk"]')}\n${disk}`)).toMatch(
      /^The file would be wrong then, line \d+: there is no volume disk\.$/,
    );
  });
});
