import { render } from 'ink-testing-library';
import { expect, test } from 'vitest';
import { themesFor } from '../../../src/screen/dialogs/theme.ts';
import { App } from '../../../src/screen/ink/app.tsx';
import { batchedStore } from '../../../src/screen/ink/batched-store.ts';
import { UiProvider } from '../../../src/screen/ink/ui-context.ts';
import type { Controller } from '../../../src/store/controller.ts';
import { bid, consoleWith } from '../../store/made.ts';
import { operatorAt } from '../keys/press-keys.ts';

/** Draws the console without a terminal, 100 columns wide. */
function drawn(controller: Controller) {
  let typed: string | null = null;
  const screen = render(
    <UiProvider
      value={{
        controller,
        drawn: batchedStore(controller.store),
        themes: themesFor('none'),
        pressed: () =>
          typed === null ? null : { name: typed, types: true, alone: true, answers: null, at: 0, repeatedAfter: null },
        reportFocus: () => undefined,
        canSuspend: () => undefined,
      }}
    >
      <App />
    </UiProvider>,
  );
  const type = (character: string): void => {
    typed = character;
    screen.stdin.write(character);
  };
  return { ...screen, type };
}

test('the operator sees the bids, and the detail of one over them, and the bids again', async () => {
  const operator = operatorAt(
    consoleWith({ bids: [bid('train-llama'), bid('sweep-a')], size: { columns: 100, rows: 30 } }),
  );
  const screen = drawn(operator.controller);
  expect(screen.lastFrame()).toContain('train-llama');
  expect(screen.lastFrame()).toContain('1 Bids');
  await operator.press('Enter');
  expect(screen.lastFrame()).toContain('Limit price');
  await operator.press('Esc');
  expect(screen.lastFrame()).not.toContain('Limit price');
  screen.unmount();
});

test('what the operator types in a text field is drawn by ink-text-input, character by character', async () => {
  const operator = operatorAt(
    consoleWith({ bids: [bid('train-llama'), bid('sweep-a')], size: { columns: 100, rows: 30 } }),
  );
  const screen = drawn(operator.controller);
  await operator.press('/');
  for (const character of 'swe') {
    screen.type(character);
    await operator.press();
  }
  expect(operator.text()).toBe('swe');
  expect(screen.lastFrame()).toContain('1 of 2');
  screen.unmount();
});
