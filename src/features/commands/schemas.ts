import * as z from 'zod';
import { argumentList } from '../../config/value-schemas.ts';
import { printableLine } from '../../lib/sanitize.ts';
import type { Panes } from '../../resources/panes.ts';
import { type CustomCommand, paneNamed, paneWords } from './custom-command.ts';
import { wrongIn } from './unsafe-arguments.ts';

/** Program for a preempted bid, with one sentence for each violation. */
export const bidProgram = (all: Panes) =>
  argumentList().superRefine((parts, context) => {
    const wrong = wrongIn({ run: { kind: 'program', parts }, panes: ['bids'] }, all);
    if (wrong !== null) context.addIssue({ code: 'custom', message: wrong });
  });

/** Custom commands, with one sentence for each violation. */
export const commandList = (all: Panes) =>
  z.array(
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
      .meta({ table: 'a command' })
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
            : wrongIn(command, all);
        if (wrong === null) return command;
        context.addIssue({ code: 'custom', message: wrong, path: ['run'] });
        return z.NEVER;
      }),
  );
