import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from '../state.ts';

/** Forgets a secret when its dialog closes, although older states may still refer to it. Returns a function that stops it. */
export function forgetSecrets(store: StoreApi<ConsoleState>): () => void {
  return store.subscribe(({ dialogs }, before) => {
    if (dialogs === before.dialogs) return;
    const open = new Set(dialogs.flatMap((dialog) => (dialog.kind === 'secret' ? [dialog.secret] : [])));
    for (const dialog of before.dialogs)
      if (dialog.kind === 'secret' && !open.has(dialog.secret)) dialog.secret.value.forget();
  });
}
