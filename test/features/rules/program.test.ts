import { expect, test } from 'vitest';
import { programs } from '../../../src/app/programs.ts';
import { autopilotProgram } from '../../../src/features/rules/program.ts';
import { sentBy } from '../../app/sent-by.ts';

test('an autopilot that rehearses, or that an option makes read-only, sends nothing', async () => {
  expect((await sentBy(autopilotProgram)).writes).toBe(1);
  expect((await sentBy(autopilotProgram, { rehearses: true })).writes).toBe(0);
  expect((await sentBy(autopilotProgram, { readOnly: true })).writes).toBe(0);
});

test('rules can be held in a read-only console', async () => {
  expect((await sentBy(programs.console, { readOnly: true })).held).toBe(true);
});
