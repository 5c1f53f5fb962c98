import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { edited } from '../../../src/features/fleet/file/edit-text.ts';

const TEXT = `# The fleet of the lab.
[defaults]
region = "eu-n1"  # where the data is

# Training.
[[bids]]
name = "train"   # do not rename
  instance_type = "8xh100"
limit_price = "$2.50"     # agreed with finance
volumes = [
  "data", # 2 TB
  # and the checkpoints
  "ckpt",
]
startup_script = '''
[[bids]]
name = "not a row"
'''
# The night runs.

[[bids]]
name = "night"
limit_price = 1
`;

/** The lines that an edit takes away and adds. */
function changed(text: string | null): { readonly gone: readonly string[]; readonly added: readonly string[] } {
  if (text === null) throw new Error('it was not changed');
  const [before, after] = [TEXT.split('\n'), text.split('\n')];
  const rest = [...after];
  const gone = before.filter((line) => {
    const at = rest.indexOf(line);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return { gone, added: rest };
}

const set = (name: string, keys: Readonly<Record<string, string | null>>) =>
  edited(TEXT, [{ kind: 'set', list: 'bids', name, keys: new Map(Object.entries(keys)) }]);

describe('a value in a file that a person has written', () => {
  test('is replaced in its line; the comment behind it stays in its column', () => {
    expect(changed(set('train', { limit_price: 'limit_price = "$3"' }))).toEqual({
      gone: ['limit_price = "$2.50"     # agreed with finance'],
      added: ['limit_price = "$3"        # agreed with finance'],
    });
  });

  test('keeps its indent, and a comment that no longer has room stays behind it', () => {
    expect(changed(set('train', { instance_type: 'instance_type = "8xb200"' }))).toEqual({
      gone: ['  instance_type = "8xh100"'],
      added: ['  instance_type = "8xb200"'],
    });
    expect(changed(set('train', { name: 'name = "a much longer name than before"' })).added).toEqual([
      'name = "a much longer name than before" # do not rename',
    ]);
  });

  test('over several lines leaves its comments above what takes its place', () => {
    expect(changed(set('train', { volumes: 'volumes = ["data"]' }))).toEqual({
      gone: ['volumes = [', '  "data", # 2 TB', '  # and the checkpoints', '  "ckpt",', ']'],
      added: ['# 2 TB', '# and the checkpoints', 'volumes = ["data"]'],
    });
  });

  test('that the row has not yet stands in the row, before a long script', () => {
    const text = set('train', { paused: 'paused = true' });
    expect(changed(text)).toEqual({ gone: [], added: ['paused = true'] });
    expect(text).toContain('  "ckpt",\n]\npaused = true\nstartup_script');
    expect(set('night', { paused: 'paused = true' })).toContain('limit_price = 1\npaused = true\n');
  });

  test('is taken away with its lines', () => {
    const text = set('train', { startup_script: null });
    expect(changed(text).added).toEqual([]);
    expect(text).not.toContain('not a row');
  });

  test('of a script is replaced although its lines look like tables', () => {
    const text = set('train', { startup_script: "startup_script = '''\necho hi\n'''" });
    expect(text).toContain("]\nstartup_script = '''\necho hi\n'''\n# The night runs.\n");
  });
});

test('a comment with the identifier of the old value goes with it, and others stay', () => {
  const text = '[[bids]]\nname = "a"\ninstance_type = "H100" # it_1 do not touch\nregion = "eu" # near the data\n';
  const keys = new Map([
    ['instance_type', 'instance_type = "B200" # it_2'],
    ['region', 'region = "us"'],
  ]);
  expect(edited(text, [{ kind: 'set', list: 'bids', name: 'a', keys, stale: ['# it_1'] }])).toBe(
    '[[bids]]\nname = "a"\ninstance_type = "B200" # it_2 # do not touch\nregion = "us" # near the data\n',
  );
});

test('a row that is taken out stays as a comment, so that nothing of it is lost', () => {
  const text = edited(TEXT, [{ kind: 'take-out', list: 'bids', name: 'train' }]) ?? '';
  expect(text).toContain(
    '# Training.\n# Taken out: the project did not have it.\n# [[bids]]\n# name = "train"   # do not rename\n',
  );
  expect(text).toContain('# name = "not a row"\n# \'\'\'\n# The night runs.\n\n[[bids]]\nname = "night"');
  expect(parse(text)['bids']).toEqual([{ name: 'night', limit_price: 1 }]);
});

test('a new row stands behind the last one of its kind, or at the end', () => {
  const bid = edited(TEXT, [{ kind: 'add', list: 'bids', keys: 'name = "new"\npaused = true' }]) ?? '';
  expect(bid.endsWith('limit_price = 1\n\n[[bids]]\nname = "new"\npaused = true\n')).toBe(true);
  const volume = edited(TEXT, [{ kind: 'add', list: 'volumes', keys: 'name = "disk"' }]) ?? '';
  expect(volume.endsWith('limit_price = 1\n\n[[volumes]]\nname = "disk"\n')).toBe(true);
  const between = edited(`${TEXT}\n# the end`, [{ kind: 'add', list: 'bids', keys: 'name = "new"' }]) ?? '';
  expect(between.endsWith('[[bids]]\nname = "new"\n\n# the end')).toBe(true);
});

test('a file with the line endings of Windows keeps them', () => {
  const text = TEXT.replaceAll('\n', '\r\n');
  const edit = {
    kind: 'set',
    list: 'bids',
    name: 'night',
    keys: new Map([['limit_price', 'limit_price = "$2"']]),
  } as const;
  expect(edited(text, [edit])).toBe(text.replace('limit_price = 1\r', 'limit_price = "$2"\r'));
  const added = edited(text, [{ kind: 'add', list: 'bids', keys: 'name = "new"' }]) ?? '';
  expect(added.replaceAll('\r\n', '')).not.toContain('\n');
});

test('a file with the line endings of Windows and none at its end, or with a mark at its begin, is written all the same', () => {
  const text = '[[bids]]\r\nname = "a"\r\npaused = true';
  const edit = { kind: 'set', list: 'bids', name: 'a', keys: new Map([['paused', 'paused = false']]) } as const;
  expect(edited(text, [edit])).toBe('[[bids]]\r\nname = "a"\r\npaused = false');
  const added = { kind: 'add', list: 'bids', keys: 'name = "b"' } as const;
  expect(edited(text, [added])).toBe(`${text}\r\n\r\n[[bids]]\r\nname = "b"`);
  expect(edited('\uFEFF[[bids]]\nname = "a"\npaused = true\n', [edit])).toBe(
    '\uFEFF[[bids]]\nname = "a"\npaused = false\n',
  );
});

test('rows that are not written as tables of their own are not changed', () => {
  const edit = { kind: 'take-out', list: 'bids', name: 'a' } as const;
  expect(edited('bids = [{ name = "a" }]', [edit])).toBeNull();
  expect(edited('[[bids]]\nname = "b"', [edit])).toBeNull();
});
