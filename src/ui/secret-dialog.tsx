import { useApp } from 'ink';
import { useEffect } from 'react';
import { forgetTexts } from '../lib/memoize.ts';
import type { DialogState } from '../state/dialogs/dialog-state.ts';
import { PlainDialog } from './dialog-box.tsx';

/** What was drawn is remembered, to be drawn again quickly: when a component is gone, and the frame without it drawn, all of that is forgotten. */
function useForgottenAfterwards(): void {
  const { waitUntilRenderFlush } = useApp();
  useEffect(
    () => () => {
      // It fails when the screen has: there is no next frame then.
      waitUntilRenderFlush().then(forgetTexts, forgetTexts);
    },
    [waitUntilRenderFlush],
  );
}

/** A secret, shown once. When the dialog closes nothing of it is left on screen. */
export function SecretDialog({ own }: { readonly own: DialogState<'secret'> }) {
  useForgottenAfterwards();
  return <PlainDialog own={own} />;
}
