import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ignoringProject } from '../../../stories/ignoring-project.ts';
import { openScript } from '../../../stories/script.ts';
import { asked, BIDS, placed } from '../../../stories/service.ts';
import { operator } from './fleet-file.ts';

const PRUNE = ['apply', 'fleet.toml', '--yes', '--prune', '--replace'];

test('a project with two bids of one name and hidden characters in others is not changed by its own export', async () => {
  const { run, exported, evidence, market } = await operator();
  for (const name of ['twin', 'twin', '\ufeffrender', 'a\u2028b']) await placed(market, name);
  await exported();
  expect(await run(['diff', 'fleet.toml'])).toMatchObject({ code: 0, err: '' });
  const end = await run(PRUNE);
  expect(end).toMatchObject({ code: 0, err: '' });
  expect(end.out.match(/^\? bid twin {2}is not in the file: .* of this name, so it stays$/gm)).toHaveLength(2);
  expect(end.out.endsWith('Nothing to do.\n')).toBe(true);
  expect(evidence.writes()).toEqual([]);
});

test('a name with hidden characters is sent as the file has it, and is another one than without them', async () => {
  const { run, exported, write, market } = await operator();
  const text = await exported();
  write(
    `${text}\n${['render', '\\ufeffrender', 'render\\u202e'].map(bidNamed).join('\n').replace(bidNamed('render'), '')}`,
  );
  expect(await run(['apply', 'fleet.toml', '--yes'])).toMatchObject({ code: 0, err: '' });
  const names = (await asked(market, BIDS)).map(({ name }) => String(name)).filter((name) => name.includes('render'));
  expect(names.toSorted()).toEqual(['render', 'render\u202e', '\ufeffrender'].toSorted());
  expect(await run(['diff', 'fleet.toml'])).toEqual({ code: 0, out: '', err: '' });
});

const bidNamed = (name: string): string =>
  `[[bids]]\nname = "${name}"\ninstance_type = "1xl40s.us-east1-b"\nregion = "us-east1-b"\ninstance_quantity = 1\nlimit_price = "$0.90"\nssh_keys = []\nstartup_script = ''\n`;

test('--prune with an empty file is refused before anything is sent, and says what to do', async () => {
  const { run, write, evidence } = await operator();
  write('');
  const end = await run(PRUNE);
  expect(end.code).toBe(2);
  expect(end.err).toContain(
    'fleet.toml names no bid, and --prune would cancel 13 bids of proj_demo.\nNothing was sent.\nLeave --prune out, or name what is to end: spotdeck apply fleet.toml NAME... --prune.\n',
  );
  expect(evidence.writes()).toEqual([]);
});

test('what is listed of another project is left alone and said, and no file has it', async () => {
  const { market, writes } = await ignoringProject();
  const { run, home } = await openScript(market);
  const { out } = await run(['export']);
  expect(out).not.toMatch(/^name = "(?:render|scratch)"$/m);
  expect(out).toMatch(/^# - the bid render: it is of the project proj_other, not of proj_demo\.$/m);
  writeFileSync(join(home.folder, 'fleet.toml'), out);
  const said = 'Of the project proj_other and left alone, though listed here: sweep-a, render, scratch.\n';
  expect(await run(['diff', 'fleet.toml'])).toEqual({ code: 0, out: '', err: said });
  expect(await run(PRUNE)).toEqual({ code: 0, out: 'Nothing to do.\n', err: said });
  expect(writes()).toEqual([]);
});
