import { type Command, Option } from 'commander';
import { GROUP } from '../../command/help.ts';
import type { Run } from '../../command/run.ts';
import type { CliFlags } from '../../config/settings.ts';

const names = (name: string, before: readonly string[] = []): readonly string[] => [...before, name];

/** Adds the command that runs the rules of the config file. */
export function addRulesCommands(
  program: Command,
  { environment, resolvedFrom, withSettings, features, featuresRunning, recorded }: Run,
): void {
  withSettings(
    program.command('autopilot').helpGroup(GROUP.change).description('Run the rules of the config file until stopped.'),
  )
    .option('--against <file>', 'Print what the rules would have done in a recording, and exit.')
    .option('--dry-run', 'Rehearse all rules: print what they would do, and send nothing.')
    .addOption(new Option('--release <rule>', 'Let a rule act, and exit; repeat it for several.').argParser(names))
    .addOption(new Option('--hold <rule>', 'Hold a rule, and exit; repeat it for several.').argParser(names))
    .addOption(new Option('-o, --output <how>', 'Output format.').choices(['text', 'ndjson']).default('text'))
    .action(async (_given: unknown, command: Command) => {
      const options: CliFlags & Record<string, unknown> = command.optsWithGlobals();
      const { against, output } = options;
      const { autopilot } = await import('./commands/autopilot.ts');
      const { autopilotAgainst } = await import('./commands/autopilot-against.ts');
      const { changeRules } = await import('./commands/autopilot-change.ts');
      const { settings, config, flags } = await resolvedFrom(options, 'autopilot');
      const [release, hold] = [textsIn(options['release']), textsIn(options['hold'])];
      if (typeof against === 'string') {
        process.exitCode = await autopilotAgainst(settings, () => recorded(against), output === 'ndjson');
        return;
      }
      process.exitCode =
        release.length + hold.length > 0
          ? await changeRules(await features(), settings, { release, hold })
          : await autopilot(await featuresRunning(), settings, {
              ...{ dryRun: options['dryRun'] === true, json: output === 'ndjson' },
              source: { config, flags, environment },
            });
    });
}

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);
