import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allSettings } from '../../src/config/own-setting.ts';
import { features } from '../../src/features/index.ts';
import { ownSettings } from '../config/own-settings.ts';
import { NOTHING, openService, plainRows } from './doors.ts';
import { expectNothingRan, expectSentence } from './harmless.ts';
import { type Payload, payloadsFor, setOutCanary } from './payloads.ts';
import { eachOf, openProgram } from './program.ts';

/** All payloads in one text, without zero bytes, which arguments and file names can't contain. */
const together = (payloads: readonly Payload[]): string =>
  payloads.map(({ text }) => text.replaceAll('\0', '').toWellFormed()).join(' ');
/** Every position for a word on the command line. */
const ARGUMENTS: readonly (readonly string[])[] = [
  ...[['WORD'], ['get', 'WORD'], ['get', 'bids', '--', 'WORD'], ['get', 'bids', '--sort', 'WORD']],
  ...[
    ['get', 'bids', '--columns', 'WORD'],
    ['get', 'bids', '--filter', 'name:"WORD'],
    ['get', 'bids', '--view', 'WORD'],
  ],
  ...[
    ['get', 'bids', '-o', 'WORD'],
    ['get', 'bids', '--WORD'],
    ['--profile', 'WORD'],
    ['--config', 'WORD', 'profiles'],
  ],
  ...[
    ['bid', 'WORD'],
    ['bid', 'pause', '--', 'WORD'],
    ['bid', 'cancel', '--yes', '--', 'WORD'],
  ],
  ...[
    ['bid', 'place', '--name', 'WORD'],
    ['bid', 'place', '--from-file', 'WORD'],
    ['bid', 'place', '--like', 'WORD'],
  ],
  ...[
    ['volume', 'create', '--name', 'WORD', '--size-gb', 'WORD'],
    ['ssh-key', 'create', '--name', 'k', '--public-key', '@WORD'],
  ],
  ...[
    ['api-key', 'create', '--name', 'k', '--expires-at', 'WORD', '--show-secret'],
    ['ssh', '--', 'WORD'],
    ['ssh', '--all', '--', 'WORD', 'x'],
  ],
  ...[
    ['watch', '--once', '--since', 'WORD'],
    ['watch', '--once', '--filter', '"WORD'],
    ['completion', 'WORD'],
    ['config', 'WORD'],
  ],
  ...[
    ['replay', 'WORD'],
    ['market', '--port', 'WORD'],
    ['logout', '--profile', 'WORD'],
    ['demo', '--seed', 'WORD'],
  ],
];
export const ARGUMENT_PLACES = ARGUMENTS.length;
/** Hostile words on the command line: the error is one line, and nothing in it acts. */
export async function hostileArguments(): Promise<void> {
  const canary = setOutCanary();
  const word = together(payloadsFor(canary));
  const service = await openService({ ...NOTHING, bids: plainRows('bids', 2) });
  const { run } = openProgram(service.env);
  await eachOf(ARGUMENTS, async (args) =>
    expectSentence(await run(args.map((one) => one.replace('WORD', () => word))), args.join(' ')),
  );
  expectNothingRan(canary);
}
const VARIABLES = allSettings(ownSettings(...features.records.flatMap(({ settings = [] }) => settings))).flatMap(
  ({ environment }) => environment ?? [],
);
export const VARIABLE_PLACES = VARIABLES.length + 3;
/** Hostile variables, also those that a shell exports by default. */
export async function hostileVariables(): Promise<void> {
  const canary = setOutCanary();
  const word = together(payloadsFor(canary));
  const service = await openService({ ...NOTHING, bids: plainRows('bids', 2) });
  const { run } = openProgram(service.env);
  await eachOf([...VARIABLES, 'SPOTDECK_CONFIG', 'XDG_CONFIG_HOME', 'TERM'], async (name) => {
    const args = name === 'SPOTDECK_CONFIG' ? ['config', 'check'] : ['get', 'bids'];
    expectSentence(await run(args, { [name]: word }), name);
  });
  expectNothingRan(canary);
}
/** Hostile keys, names and values in the config file. */
export async function hostileConfig(): Promise<void> {
  const canary = setOutCanary();
  const payloads = payloadsFor(canary);
  const word = JSON.stringify(together(payloads)).replaceAll('\u007f', '\\u007f');
  const service = await openService({ ...NOTHING, bids: plainRows('bids', 2) });
  const { home, run } = openProgram(service.env);
  const files = [
    `${word} = 1`,
    `[profiles.${word}]\nbase_url = "x"`,
    `default_profile = ${word}\n[profiles.a]\nproject = "p"`,
    `[profiles.${word}]\nbase_url = "http://127.0.0.1:1"\nproject = "p"`,
    `theme = ${word}`,
    `[keys]\n${word} = "x"`,
    `[keys]\nfreeze = ${word}`,
    `[names]\nit_1 = ${word}`,
    `[[commands]]\nname = ${word}\npanes = [${word}]\nrun = ["x"]`,
    `[[commands]]\nname = "x"\npanes = ["bids"]\nrun = ["x", ${JSON.stringify(`{${'m'}}`)}, ${word}]\n${word} = 1`,
    `[profiles.a]\ntoken_file = ${word}\nbase_url = "http://127.0.0.1:1"\nproject = "p"`,
    `[profiles.a]\ntoken_command = [${word}]\nbase_url = "http://127.0.0.1:1"\nproject = "p"`,
    together(payloads),
  ];
  await eachOf([...files.entries()], async ([n, text]) => {
    const config = join(home.folder, `config-${n}.toml`);
    writeFileSync(config, text);
    const env = { SPOTDECK_CONFIG: config, SPOTDECK_TOKEN: undefined };
    for (const args of [['config', 'check'], ['profiles'], ['get', 'bids']])
      expectSentence(await run(args, env), `${args.join(' ')} with file ${n}`);
  });
  expectNothingRan(canary);
}
export const CONFIG_PLACES = 13;
