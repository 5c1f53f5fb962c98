import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type FeatureWords, featureWordFaults, readNames } from '../../scripts/feature-words.ts';
import { featureWords, rules } from '../../scripts/layers.ts';

/** The faults of a program with these files below src. */
function faultsOf(files: Readonly<Record<string, string>>, words: FeatureWords): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'words-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [path, code] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'src', path)), { recursive: true });
    writeFileSync(join(root, 'src', path), code);
  }
  return featureWordFaults(words, readNames(root));
}

const ruled: FeatureWords = { words: { rules: 'rule pause-set' }, exceptions: [] };
const named = (name: string, word = 'rule', line = 2): string =>
  `src/store/planted.ts:${line} is named ${name}: "${word}" is a word of the feature rules.`;

test.each([
  ['const rule = 1;', named('rule')],
  ['const ruleOf = () => 1;', named('ruleOf')],
  ['const RULES_COMMAND = 1;', named('RULES_COMMAND')],
  ['type HTTPRule = 1;', named('HTTPRule')],
  ['function f(allRules: number) {}', named('allRules')],
  ['const { rules } = state;', named('rules')],
  ['const found = state.rules?.length;', named('rules')],
  ["const found = { 'the-rule': 1 };", named('the-rule')],
  ["const kind: Kind = 'rule';", named('rule')],
  ['const kind = "rule-ended" as const;', named('rule-ended')],
  [`const text = \`the \${state.rules} of it\`;`, named('rules')],
  [`const text = \`a \${\`b \${{ rule: 1 }.rule} c\`} d\`;`, named('rule')],
  ['const quote = /[\'"`]/.test(rule);', named('rule')],
  ['const half = (whole) / 2; const rule = "/";', named('rule')],
  ["import { rule } from './rule.ts';", named('rule')],
  ['const pauseSets = 1;', named('pauseSets', 'pause-set')],
  ['const last_pause_set = 1;', named('last_pause_set', 'pause-set')],
])('a name with a word of a feature is a fault in the kernel: %s', (code, fault) => {
  expect(faultsOf({ 'store/planted.ts': `// A comment.\n${code}\n` }, ruled)).toEqual([fault]);
});

test.each([
  '// A rule of the config file.',
  '/* rule */ const limit = 1;',
  "const sentence = 'No rule has paused it.';",
  `const sentence = \`rule \${name} of it\`;`,
  'const ruler = overruled;',
  'const pause = (set: Set<string>) => set.size;',
  "import type { Planted } from './rule.ts';",
])('sentences, comments and other words are none: %s', (code) => {
  expect(faultsOf({ 'store/planted.ts': `\n${code}\n` }, ruled)).toEqual([]);
});

test('files and folders are named by no feature, and a feature may use its own words', () => {
  const files = {
    'store/rules/list.ts': '',
    'store/rule-view.ts': '',
    'features/rules/rule.ts': 'const rule = 1;',
    'features/index.ts': "import { rules } from './rules/index.ts';",
  };
  expect(faultsOf(files, ruled)).toEqual([
    'src/store/rule-view.ts is named rule-view: "rule" is a word of the feature rules.',
    'src/store/rules/list.ts is named rules: "rule" is a word of the feature rules.',
  ]);
});

test('an exception holds for a name in its place, and goes with the last use', () => {
  const files = { 'store/planted.ts': 'const lintRules = 1;\n', 'sync/planted.ts': 'const lintRules = rule;\n' };
  const inStore = { name: 'lint-rule', in: 'store', why: '' };
  expect(faultsOf(files, { ...ruled, exceptions: [inStore] })).toEqual([
    'src/sync/planted.ts:1 is named lintRules: "rule" is a word of the feature rules.',
    'src/sync/planted.ts:1 is named rule: "rule" is a word of the feature rules.',
  ]);
  expect(faultsOf(files, { ...ruled, exceptions: [{ name: 'lint-rule', why: '' }] })).toEqual([
    'src/sync/planted.ts:1 is named rule: "rule" is a word of the feature rules.',
  ]);
  const unused = [inStore, { name: 'lint-rule', in: 'lib sync/planted.ts', why: '' }, { name: 'rule-book', why: '' }];
  expect(faultsOf({ 'store/planted.ts': files['store/planted.ts'] }, { ...ruled, exceptions: unused })).toEqual([
    'Nothing in src/lib is named lint-rule: remove it.',
    'Nothing in src/sync/planted.ts is named lint-rule: remove it.',
    'Nothing is named rule-book: remove it.',
  ]);
});

test('a feature without words is named', () => {
  expect(faultsOf({ 'lib/planted.ts': '' }, { words: { digest: '' }, exceptions: [] })).toEqual([
    'The feature digest has no words.',
  ]);
  expect(Object.keys(featureWords.words)).toEqual(Object.keys(rules.features));
});

test('the kernel of this project is named by no feature', () => {
  expect(featureWordFaults(featureWords, readNames('.'))).toEqual([]);
});
