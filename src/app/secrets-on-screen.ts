import type { StoreApi } from 'zustand/vanilla';
import { showNotice } from '../store/activity.ts';
import type { ConsoleState } from '../store/state.ts';
import type { LogLine } from '../system/app-log.ts';
import { keepSecret, keptSecrets } from '../system/kept-secret.ts';

/** Keeps unsaved secrets of a console ended from outside in files, named in sentences. None stays in the state. */
export function keepUnsavedSecrets(store: StoreApi<ConsoleState>, log: LogLine): readonly string[] {
  const sentences = store.getState().dialogs.flatMap((dialog) => {
    if (dialog.kind !== 'secret' || dialog.step.kept === 'saved') return [];
    const { what, title, value, fid } = dialog.secret;
    const text = value.read();
    if (text === '') return [];
    const sentence = keptIn(what, title, fid, text.endsWith('\n') ? text : `${text}\n`);
    log(sentence);
    return [sentence];
  });
  for (const dialog of store.getState().dialogs) if (dialog.kind === 'secret') dialog.secret.value.forget();
  const { dialogs } = store.getState();
  store.setState({ dialogs: dialogs.filter(({ kind }) => kind !== 'secret') });
  return sentences;
}

function keptIn(what: 'api-key' | 'private-key', title: string, fid: string, text: string): string {
  try {
    return `${title} (${fid}) was on screen and not saved: its secret is in ${keepSecret(what, text)}, readable only by you.`;
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    const next =
      what === 'api-key'
        ? `Its secret is lost; revoke it: spotdeck api-key revoke ${fid} --yes`
        : 'Its private half is lost; use it for no bid, and create another one.';
    return `${title} (${fid}) was on screen and not saved. ${why} ${next}`;
  }
}

/** Names files with secrets from earlier consoles, until they are moved. */
export function nameKeptSecrets(store: StoreApi<ConsoleState>): void {
  const paths = keptSecrets();
  if (paths.length === 0) return;
  const files = paths.length === 1 ? 'a secret that was on screen is in' : 'secrets that were on screen are in';
  const text = `A console was ended before it was saved: ${files} ${paths.join(', ')}. Move ${paths.length === 1 ? 'it' : 'them'} to a safe place.`;
  store.setState(showNotice(store.getState(), text, 'warn'), true);
}

/** Forgets a secret when its dialog closes, also for older states. Returns its end. */
export function forgetSecrets(store: StoreApi<ConsoleState>): () => void {
  return store.subscribe(({ dialogs }, before) => {
    if (dialogs === before.dialogs) return;
    const open = new Set(dialogs.flatMap((dialog) => (dialog.kind === 'secret' ? [dialog.secret] : [])));
    for (const dialog of before.dialogs)
      if (dialog.kind === 'secret' && !open.has(dialog.secret)) dialog.secret.value.forget();
  });
}
