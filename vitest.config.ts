import { createRequire } from 'node:module';
import { defineConfig, type Plugin } from 'vitest/config';

/**
 * ink-table is CommonJS and asks for `ink` with require, which Node refuses for a module with a top-level
 * await. Its one file gets a require of its own that hands over the imported Ink.
 */
function inkTable(): Plugin {
  return {
    name: 'ink-table',
    enforce: 'pre',
    transform(code, id) {
      if (!/ink-table[\\/]dist[\\/]index\.js$/.test(id)) return null;
      const real = createRequire(id);
      const modules = ['ink', 'react', 'object-hash'];
      return [
        ...modules.map(
          (name, n) => `import * as m${n} from ${JSON.stringify(name === 'ink' ? name : real.resolve(name))};`,
        ),
        `const table = {${modules.map((name, n) => `${JSON.stringify(name)}: m${n}`).join(',')}};`,
        'const unwrap = (m) => (m.default !== undefined && m.Box === undefined ? m.default : m);',
        'const require = (name) => unwrap(table[name]);',
        'const module = { exports: {} }; const exports = module.exports;',
        code,
        'export default module.exports;',
      ].join('\n');
    },
  };
}

/**
 * Tests that start programs. On a machine that others use, too, one of a thousand may come too late; `.ci/run` gives these a second
 * try and prints what needed it. Tests of parts have none: a random case that fails once has failed.
 */
const PROGRAMS = ['test/{attacks,driver,faults,ssh,stories}/**/!(model).test.{ts,tsx}'];

export default defineConfig({
  plugins: [inkTable()],
  define: { SPOTDECK_VERSION: JSON.stringify('0.0.0-test') },
  test: {
    server: { deps: { inline: ['ink-table'] } },
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: { name: 'programs', include: PROGRAMS, retry: Number(process.env['SPOTDECK_TEST_RETRIES'] ?? 0) },
      },
      { extends: true, test: { name: 'parts', include: ['test/**/*.test.{ts,tsx}'], exclude: PROGRAMS } },
    ],
  },
});
