import type { Command } from 'commander';
import type { Finding } from '../../command/doctor-lines.ts';
import { GROUP } from '../../command/help.ts';
import { flag, output, texts, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';
import type { ResolvedSettings } from '../../config/profile.ts';
import type { Features } from '../../store/state.ts';
import { system } from '../../system/system.ts';
import { RULES_READER } from './settings.ts';

export async function checkRules(features: Features, { settings }: ResolvedSettings): Promise<readonly Finding[]> {
  const { ruleFindings } = await import('./commands/doctor-rules.ts');
  return ruleFindings(features, settings, system().clock.now());
}

export function addRulesCommands(
  program: Command,
  { resolvedFrom, withSettings, features, featuresRunning }: Run,
): void {
  withAction(
    withSettings(
      program
        .command('autopilot')
        .helpGroup(GROUP.change)
        .description('Run the rules of the config file until stopped.'),
    ),
    {
      dryRun: flag('--dry-run', 'Rehearse all rules: print what they would do, and send nothing.'),
      release: texts('--release <rule>', 'Let a rule act, and exit; repeat it for several.'),
      hold: texts('--hold <rule>', 'Hold a rule, and exit; repeat it for several.'),
      ...output(),
    },
    async ({ dryRun, release, hold, ...printing }, flags) => {
      const { autopilot } = await import('./commands/autopilot.ts');
      const { changeRules } = await import('./commands/autopilot-change.ts');
      const resolved = await resolvedFrom(flags, RULES_READER);
      const { settings } = resolved;
      if (release.length + hold.length > 0) return changeRules(await features(), settings, { release, hold });
      return autopilot(await featuresRunning(), resolved, { dryRun, printing });
    },
  );
}
