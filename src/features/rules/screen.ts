import type { ScreenParts } from '../../screen/dialogs/screen.ts';
import { ruleBindings } from './bindings.ts';
import { rulesQuestion } from './holding.ts';

export const screen = { bindings: ruleBindings, questions: { rules: rulesQuestion } } satisfies ScreenParts;
