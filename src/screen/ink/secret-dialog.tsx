import { useApp } from 'ink';
import { useEffect } from 'react';
import { forgetTexts } from '../../lib/memoize.ts';
import type { DialogState } from '../../store/dialog-state.ts';
import { PlainDialog } from './dialog-box.tsx';

/** Clears the caches of drawn texts once the component is gone and the frame without it is drawn, so that the secret does not stay in them. */
function useForgottenAfterwards(): void {
  const { waitUntilRenderFlush } = useApp();
  useEffect(
    () => () => {
      // It rejects when the screen has failed: there is no next frame then.
      waitUntilRenderFlush().then(forgetTexts, forgetTexts);
    },
    [waitUntilRenderFlush],
  );
}

/** Draws a secret once. Closing the dialog removes it from the screen. */
export function SecretDialog({ own }: { readonly own: DialogState<'secret'> }) {
  useForgottenAfterwards();
  return <PlainDialog own={own} />;
}
