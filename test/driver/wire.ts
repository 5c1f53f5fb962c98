import type { Terminal as Emulator } from '@xterm/headless';

type Modes = {
  readonly alternateScreen: boolean;
  readonly cursorVisible: boolean;
  readonly bracketedPaste: boolean;
  readonly mouse: 'none' | 'x10' | 'vt200' | 'drag' | 'any';
  readonly focusEvents: boolean;
  readonly kittyKeyboard: boolean;
  /** Between `CSI ? 2026 h` and `l`. */
  readonly synchronizedOutput: boolean;
  /** Private modes unlike a new terminal's (1049, 1006, 2004 …, 25 for a hidden cursor). */
  readonly changed: readonly number[];
};

export type Wire = {
  modes(): Modes;
  /** By OSC 52, or null. */
  clipboard(): string | null;
  bells(): number;
  /** By OSC 9, oldest first. */
  notifications(): readonly string[];
  title(): string;
};

/** Auto-wrap and cursor. */
const onFromTheStart = new Set([7, 25]);

export function wireOf(emulator: Emulator): Wire {
  let clipboard: string | null = null;
  let bells = 0;
  let title = '';
  let kitty = 0;
  const notifications: string[] = [];
  const changed = new Set<number>();

  const switched =
    (on: boolean) =>
    (params: readonly (number | number[])[]): boolean => {
      for (const mode of params) {
        if (typeof mode !== 'number') continue;
        if (on === onFromTheStart.has(mode)) changed.delete(mode);
        else changed.add(mode);
      }
      return false; // the emulator acts, too
    };
  const first = (params: readonly (number | number[])[]): number => (typeof params[0] === 'number' ? params[0] : 0);

  const { parser } = emulator;
  parser.registerCsiHandler({ prefix: '?', final: 'h' }, switched(true));
  parser.registerCsiHandler({ prefix: '?', final: 'l' }, switched(false));
  parser.registerCsiHandler({ prefix: '>', final: 'u' }, () => {
    kitty++;
    return false;
  });
  parser.registerCsiHandler({ prefix: '<', final: 'u' }, (params) => {
    kitty = Math.max(0, kitty - Math.max(1, first(params)));
    return false;
  });
  parser.registerCsiHandler({ intermediates: '!', final: 'p' }, () => {
    changed.delete(25);
    return false;
  });
  parser.registerEscHandler({ final: 'c' }, () => {
    changed.clear();
    kitty = 0;
    return false;
  });
  parser.registerOscHandler(52, (payload) => {
    const encoded = payload.slice(payload.indexOf(';') + 1);
    // A query, never answered by terminals.
    if (encoded !== '?') clipboard = Buffer.from(encoded, 'base64').toString('utf8');
    return true;
  });
  parser.registerOscHandler(9, (payload) => {
    // A progress bar, not a message.
    if (!payload.startsWith('4;')) notifications.push(payload);
    return true;
  });
  emulator.onBell(() => bells++);
  emulator.onTitleChange((text) => {
    title = text;
  });

  return {
    modes: () => ({
      alternateScreen: emulator.buffer.active.type === 'alternate',
      cursorVisible: !changed.has(25),
      bracketedPaste: emulator.modes.bracketedPasteMode,
      mouse: emulator.modes.mouseTrackingMode,
      focusEvents: emulator.modes.sendFocusMode,
      kittyKeyboard: kitty > 0,
      synchronizedOutput: emulator.modes.synchronizedOutputMode,
      changed: [...changed].sort((a, b) => a - b),
    }),
    clipboard: () => clipboard,
    bells: () => bells,
    notifications: () => [...notifications],
    title: () => title,
  };
}
