import { readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import type { Rule } from '../../../../src/features/rules/kinds.ts';
import { listOfRules } from '../../../../src/features/rules/schemas.ts';
import { loadedFeatures } from '../../../features-loaded.ts';

/** The rules in the example of a section of docs/rules.md, read as a config file. */
export function documentedRules(section: string): readonly Rule[] {
  const page = readFileSync('docs/rules.md', 'utf8');
  const [, after = ''] = page.split(new RegExp(`\\n###? ${section}\\n`));
  const [, example = ''] = /```toml\n([\s\S]*?)```/.exec(after) ?? [];
  return listOfRules(loadedFeatures.panes.bids.columns).parse(parse(example)['rules']);
}
