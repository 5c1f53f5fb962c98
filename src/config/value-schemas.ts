import * as z from 'zod';
import { type CustomCommand, paneNamed, paneWords, wrongIn } from '../features/commands/custom-command.ts';
import { listOfNotify } from '../features/notify/schemas.ts';
import { listOfRules } from '../features/rules/schemas.ts';
import { printableLine } from '../lib/sanitize.ts';
import { positiveAmount } from './amount-schema.ts';

export const amount = positiveAmount;
export const rulesTable = listOfRules;
export const notifyTable = listOfNotify;
export const text = z.string().trim().min(1);
export const shortText = text.max(40);
export const texts = z.array(text);
export const address = z.url({ protocol: /^https?$/ });
/** User name for SSH. */
export const userName = z.string().regex(/^[a-z_][a-z0-9_.-]{0,31}$/i);
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) => z.enum(words);

/** Number within limits, also as a text. */
export const numberFrom = (min: number, max: number) => z.coerce.number().min(min).max(max);
export const whole = (min: number, max: number) => numberFrom(min, max).int();
/** Boolean: `true` or `false` in TOML, in options and in variables. The other usual words are taken too. */
export const yes = z.union([
  z.boolean(),
  z.stringbool({ truthy: ['true', 'on', 'yes', '1'], falsy: ['false', 'off', 'no', '0'] }),
]);

/** Program and its arguments, as JSON in an environment variable: never a line for a shell. */
export const argumentList = z.union([
  z.array(z.string()).min(1),
  z.string().transform((text, context) => {
    try {
      return z.array(z.string()).min(1).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'not a list' });
      return z.NEVER;
    }
  }),
]);

/** Program that runs for a bid, with arguments by the rules of custom commands. Each violation has its own sentence. */
export const bidProgram = argumentList.superRefine((parts, context) => {
  const wrong = wrongIn({ run: { kind: 'program', parts }, panes: ['bids'] });
  if (wrong !== null) context.addIssue({ code: 'custom', message: wrong, params: { sentence: wrong } });
});

/** Prefix of the aliases of instances for `ssh`; may be empty. */
export const aliasPrefix = z.string().regex(/^(?:[A-Za-z0-9_][A-Za-z0-9._-]{0,30})?$/);

/** Names by identifier: short, single-line and unique, so that each name means one identifier. */
export const namesTable = z
  .record(
    z.string(),
    z
      .string()
      .trim()
      .min(1)
      .max(40)
      .refine((name) => printableLine(name) === name),
  )
  .refine((names) => new Set(Object.values(names).map((name) => name.toLowerCase())).size === Object.keys(names).length)
  .transform((names): ReadonlyMap<string, string> => new Map(Object.entries(names)));

/** One or more keys by command. */
export const keysTable = z
  .record(
    z.string(),
    z.union([
      z
        .string()
        .min(1)
        .transform((key) => [key]),
      z.array(z.string().min(1)).min(1),
    ]),
  )
  .transform((keys): ReadonlyMap<string, readonly string[]> => new Map(Object.entries(keys)));

/** Custom commands of the operator. Each violation has its own sentence. */
export const customCommands = z.array(
  z
    .strictObject({
      name: z.string().trim().min(1).max(40).describe('Name in hints, help and palette.'),
      key: z
        .string()
        .min(1)
        .optional()
        .describe('Key that runs it in its panes. Without one it is in the palette only.'),
      panes: z.array(z.enum(paneWords)).min(1).describe('Panes whose rows it runs on.'),
      run: z
        .union([z.array(z.string()).min(1), z.string().min(1)])
        .describe(
          'Program and arguments with placeholders such as {fid} and {name}; with shell = true, one command line.',
        ),
      shell: z.boolean().optional().describe('Run the line with /bin/sh; the values are environment variables.'),
      where: z.enum(['terminal', 'background']).optional().describe('Where it runs; the default is background.'),
      confirm: z.boolean().optional().describe('Ask before running it.'),
      token: z.boolean().optional().describe('Pass the token to it as SPOTDECK_TOKEN.'),
    })
    .transform(({ name, key, panes, run, shell, where, confirm, token }, context): CustomCommand => {
      const command: CustomCommand = {
        name: printableLine(name),
        key: key ?? null,
        panes: panes.flatMap((word) => paneNamed(word) ?? []),
        run: typeof run === 'string' ? { kind: 'shell', line: run } : { kind: 'program', parts: run },
        where: where ?? 'background',
        confirm: confirm === true,
        token: token === true,
      };
      const wrong =
        (typeof run === 'string') !== (shell === true)
          ? 'run is a list of program and arguments, or, with shell = true, a line for a shell'
          : wrongIn(command);
      if (wrong === null) return command;
      context.addIssue({ code: 'custom', message: wrong, path: ['run'] });
      return z.NEVER;
    }),
);
