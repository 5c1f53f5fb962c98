import type { StoreApi } from 'zustand/vanilla';
import type { ConsoleState } from '../state.ts';

/** Forgets a secret as soon as its modal is closed, whoever still holds the state in which it was open. Answers with what ends it. */
export function forgetSecrets(store: StoreApi<ConsoleState>): () => void {
  return store.subscribe(({ overlays }, before) => {
    if (overlays === before.overlays) return;
    const open = new Set(overlays.flatMap((overlay) => (overlay.kind === 'secret' ? [overlay.secret] : [])));
    for (const overlay of before.overlays)
      if (overlay.kind === 'secret' && !open.has(overlay.secret)) overlay.secret.value.forget();
  });
}
