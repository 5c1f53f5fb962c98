import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fleetText } from '../../../src/features/fleet/file/write-file.ts';
import { liveBids } from '../../../src/features/fleet/rows.ts';
import { contextOf } from '../../../src/store/row-context.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { oddProject } from './odd-project.ts';
import { expectUnchanged } from './unchanged.ts';

test('a project with any names, scripts, doubles and statuses is not changed by its own export', () => {
  fc.assert(fc.property(oddProject, expectUnchanged), { numRuns: 100 });
});

test('hidden characters of names and scripts are escaped in the file', () => {
  const context = contextOf(
    consoleWith({
      bids: [
        bid('b1', { name: '\ufefftrain\u202e' }),
        bid('b2', { name: 'a\u2028b' }),
        bid('b3', {
          name: 'c',
          launch_specification: { volumes: [], ssh_keys: [], startup_script: '\ufeffa\r\n\u001b[1m\f\n' },
        }),
      ],
    }),
  );
  const text = fleetText({ context, bids: liveBids(context), filter: null, token: null, scriptFile: () => null });
  expect(text.match(/^name = .*$/gm)).toEqual(['name = "a\\u2028b"', 'name = "c"', 'name = "\\ufefftrain\\u202e"']);
  expect(text).toContain('startup_script = """\n\\ufeffa\\r\n\\u001b[1m\\f\n"""\n');
});
