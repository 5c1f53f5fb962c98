import { Argument, type Command } from 'commander';
import type { Feature } from '../command/feature.ts';
import { GROUP, settingsHelp } from '../command/help.ts';
import { earlierFlag, flag, output, withAction } from '../command/options.ts';
import type { Run } from '../command/run.ts';
import type { CliFlags } from '../config/settings.ts';
import { writeBlock, writeLines } from '../system/streams.ts';
import { system } from '../system/system.ts';
import { checkCommand, commandOf, knownWith } from './usage-errors.ts';

const CONFIG_PARTS = ['path', 'check', 'example', 'schema'] as const;

function flagsIn(words: readonly string[]): CliFlags {
  const profile = words[words.indexOf('--profile') + 1];
  return words.includes('--profile') && profile !== undefined && profile !== words.at(-1) ? { profile } : {};
}

/** Adds commands to set the program up or explain it. */
export function addSetupCommands(program: Command, run: Run, records: readonly Feature[]): void {
  const { environment, resolvedFrom, resolvedQuietly, withSettings } = run;
  program
    .command('config')
    .helpGroup(GROUP.setup)
    .description('Show path, check, example or schema of the config file.')
    .addArgument(new Argument('<part>', 'Part to show.').choices(CONFIG_PARTS))
    .action(async (part: string) => {
      const { showConfig } = await import('./bundle-commands.ts');
      const keyCheck = async () => {
        const { checkKeys } = await import('./bundle-console.ts');
        const features = await run.featuresOnScreen();
        return (keys: Parameters<typeof checkKeys>[1]) => checkKeys(features, keys);
      };
      system().setExitCode(await showConfig(CONFIG_PARTS.find((one) => one === part) ?? 'path', run, keyCheck));
    });

  withAction(
    program.command('profiles').helpGroup(GROUP.setup).description('List the profiles of the config file.'),
    output(),
    async (printing) => {
      const { printProfiles } = await import('./bundle-commands.ts');
      return printProfiles(run, printing);
    },
  );

  withAction(
    withSettings(
      program.command('login').helpGroup(GROUP.setup).description('Sign in to a service and save it as a profile.'),
    ),
    { keyring: flag('--keyring', 'Save the token in the system keyring instead of a file.') },
    async ({ keyring }, flags) => {
      const { signIn } = await import('./bundle-commands.ts');
      return signIn({ flags, environment, own: run.own }, keyring);
    },
  );

  withAction(
    withSettings(program.command('logout').helpGroup(GROUP.setup).description('Delete the token saved by login.')),
    {},
    async (_typed, flags) => {
      const { logout } = await import('./bundle-commands.ts');
      return logout({ flags, environment, own: run.own });
    },
  );

  withAction(
    withSettings(program.command('doctor').helpGroup(GROUP.setup).description('Check the setup and say what to fix.')),
    { ...output(), json: earlierFlag('--json') },
    async ({ json, ...printing }, flags) => {
      const { doctor } = await import('./bundle-commands.ts');
      return doctor(records, await run.features(), await resolvedFrom(flags, 'all'), environment, {
        ...printing,
        ...(json ? { output: 'json' } : {}),
      });
    },
  );

  program
    .command('licenses')
    .helpGroup(GROUP.setup)
    .description('Print the licences of spotdeck and of what comes with it.')
    .action(async () => {
      const { printLicenses } = await import('./bundle-commands.ts');
      system().setExitCode(await printLicenses());
    });

  program
    .command('completion')
    .helpGroup(GROUP.setup)
    .description('Print the completion script of a shell.')
    .addArgument(new Argument('<shell>', 'Shell to complete in.').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: string) => {
      const { COMPLETION, SHELLS } = await import('./complete.ts');
      writeBlock(COMPLETION[SHELLS.find((one) => one === shell) ?? 'bash']);
    });

  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(async (words: readonly string[]) => {
      const [{ completions }, prepared] = await Promise.all([import('./complete.ts'), import('./prepared-words.ts')]);
      const settingsOf = () => resolvedQuietly(flagsIn(words));
      const fitting = await completions(program, words, {
        words: prepared.words,
        namesOf: async (list) => {
          const { namesOf } = await import('./bundle-commands.ts');
          const { settings } = await settingsOf();
          // A completion prints no errors.
          return namesOf(settings, list).catch(() => []);
        },
        profiles: async () => (await settingsOf()).config?.profiles.map(({ name }) => name) ?? [],
        namesAfter: Object.fromEntries(records.flatMap(({ namesAfter = {} }) => Object.entries(namesAfter))),
      });
      writeLines(fitting);
    });

  program
    .command('help')
    .helpGroup(GROUP.setup)
    .description('Explain a command; "help settings" lists all settings.')
    .argument('[words...]', 'A command, or settings.')
    .action(async (words: readonly string[]) => {
      if (words[0] === 'settings') return writeBlock(settingsHelp(run.own));
      checkCommand(program, words, knownWith((await import('./prepared-words.ts')).words));
      commandOf(program, words).outputHelp();
    });
}
