import { expect, test } from 'vitest';
import { programs } from '../../../src/app/programs.ts';
import { autopilotProgram } from '../../../src/features/rules/commands/autopilot.ts';
import { sentBy } from '../../app/runtime-of.ts';

test('an autopilot that rehearses, or that an option makes read-only, sends nothing', async () => {
  expect((await sentBy(autopilotProgram)).writes).toBe(1);
  expect((await sentBy(autopilotProgram, { rehearses: true })).writes).toBe(0);
  expect((await sentBy(autopilotProgram, { readOnly: true })).writes).toBe(0);
});

test('in a read-only console no rule can be released, and each can be held', async () => {
  const { journal } = await sentBy(programs.console, { readOnly: true });
  expect((await journal?.releaseRule?.({ name: 'night', version: '1' })) ?? false).toBe(false);
  expect((await journal?.holdRules?.(['night'], 'Held by the operator.'))?.kept).toBe(true);
});
