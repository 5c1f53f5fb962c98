import type { Command } from 'commander';
import { GROUP } from '../../command/help.ts';
import { choice, output, since, text, until, withAction } from '../../command/options.ts';
import type { Run } from '../../command/run.ts';

export function addMoneyCommands(program: Command, run: Run): void {
  addSpendCommand(program, run);
  addPriceCommand(program, run);
}

function addSpendCommand(program: Command, { features, settingsFrom, withSettings }: Run): void {
  withAction(
    withSettings(
      program.command('spend').helpGroup(GROUP.read).description('Print what bids cost at most, from the journal.'),
    ),
    {
      since: since('7 days'),
      until: until('now'),
      by: choice(
        '--by <what>',
        'What the costs are listed by.',
        ['day', 'hour', 'bid', 'type', 'region', 'project'],
        'day',
      ),
      ...output(),
    },
    async (typed, flags) => {
      const { spend } = await import('./commands/spend.ts');
      return spend(await features(), await settingsFrom(flags), typed);
    },
  );
}

function addPriceCommand(program: Command, { features, settingsFrom, withSettings }: Run): void {
  withAction(
    withSettings(
      program.command('price').helpGroup(GROUP.read).description('Print prices, by own bids and the service.'),
    ),
    {
      type: text('--type <type>', 'Only this instance type; its region can be left out.'),
      region: text('--region <region>', 'Only this region.'),
      since: since('7 days'),
      ...output(),
    },
    async (typed, flags) => {
      const { price } = await import('./commands/price.ts');
      return price(await features(), await settingsFrom(flags), typed);
    },
  );
}
