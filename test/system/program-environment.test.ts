import { expect, test } from 'vitest';
import { tokenFromCommand } from '../../src/config/token-command.ts';
import { machineClock as clock } from '../../src/lib/clock.ts';
import { startInBackground } from '../../src/system/background-program.ts';
import { type ProgramKind, passVariables, programEnvironment } from '../../src/system/program-environment.ts';
import { answerOf } from '../../src/system/programs.ts';
import { runOn, thisProcess } from '../../src/system/system.ts';
import { variablesIn } from '../../src/system/tmux.ts';

const SECRETS = {
  SPOTDECK_TOKEN: 'x',
  PROD_TOKEN: 'x',
  AWS_SECRET_ACCESS_KEY: 'x',
  SLACK_WEBHOOK: 'https://hooks.example.com/x',
  PGPASSWORD: 'x',
  LC_PASSWORD: 'x',
  XDG_API_KEY: 'x',
  TERM_SESSION_SECRET: 'x',
  NODE_OPTIONS: '--require=/x',
  LD_PRELOAD: '/x.so',
  BASH_ENV: '/x.sh',
  GIT_SSH_COMMAND: 'x',
};
const USUAL = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/home/me',
  LANG: 'C.UTF-8',
  LC_TIME: 'C',
  TERM: 'xterm',
  TMUX: '/tmp/tmux,1,0',
};
const SOCKET = { SSH_AUTH_SOCK: '/run/agent' };
const PROXY = { HTTPS_PROXY: 'http://me:secret@proxy:3128' };
const BUS = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/bus' };

/** Does something on a system with all these variables, and those that `pass_variables` names. */
function withAll<Result>(act: () => Result, passed: readonly string[] = []): Result {
  const environment = { ...SECRETS, ...USUAL, ...SOCKET, ...PROXY, ...BUS };
  return runOn({ ...thisProcess, environment }, () => {
    passVariables(passed);
    return act();
  });
}

test.each([
  ['tool', {}],
  ['remote', { ...SOCKET, ...PROXY }],
  ['secret', { ...SOCKET, ...PROXY, ...BUS }],
  ['own', { ...SOCKET, ...PROXY, ...BUS }],
] as const satisfies readonly (readonly [ProgramKind, object])[])(
  'a program of the kind %s has the usual variables and what it needs, and no other one',
  (kind, needs) => {
    expect(withAll(() => programEnvironment(kind))).toEqual({ ...USUAL, ...needs });
  },
);

test('a program has the variables that pass_variables names, as they were named last, and values of its own', () => {
  const both = withAll(() => {
    const before = programEnvironment('tool', { HOME: undefined, NAME: 'a' });
    passVariables(['PGPASSWORD']);
    return [before, programEnvironment('tool')];
  }, ['PROD_TOKEN', 'NOT_SET']);
  const { HOME: _, ...rest } = USUAL;
  expect(both).toEqual([
    { ...rest, PROD_TOKEN: 'x', NAME: 'a' },
    { ...USUAL, PGPASSWORD: 'x' },
  ]);
});

/** Names that a shell adds by itself. */
const OF_SHELL = ['PWD', 'OLDPWD', 'SHLVL', '_'];
const namesIn = (printed: string): readonly string[] =>
  printed.split(/\s+/).filter((name) => name !== '' && !OF_SHELL.includes(name));
const LIST = ['sh', '-c', "env | cut -d= -f1 | tr '\\n' ' '"] as const;

test('that is the whole environment of a program that prints a token, of one in the background, and of a tool', async () => {
  const [secret, background, tool] = await withAll(() => {
    const lines: string[] = [];
    const [program, ...args] = LIST;
    const { ended } = startInBackground({
      program,
      args,
      values: {},
      clock,
      maxMs: 600_000,
      printed: (more) => lines.push(...more),
    });
    return Promise.all([
      tokenFromCommand(LIST, 'drawn-on'),
      ended.then(() => lines.join(' ')),
      answerOf(program, args).then(({ stdout }) => stdout),
    ]);
  });
  const own = Object.keys({ ...USUAL, ...SOCKET, ...PROXY, ...BUS }).toSorted();
  expect([secret, background].map((printed) => namesIn(printed).toSorted())).toEqual([own, own]);
  expect(namesIn(tool).toSorted()).toEqual(Object.keys(USUAL).toSorted());
});

test('of what tmux shows, only names of variables are read, whatever is in their values', () => {
  const shown =
    'A="1"; export A;\nunset B;\nKEY="-----BEGIN\nMIIE==\n\\"; export C;\\$x"; export KEY;\nPATH="/bin"; export PATH;\n';
  expect(variablesIn(shown)).toEqual(['A', 'KEY', 'PATH']);
});
