/**
 * What can be said of a text that was copied: no terminal answers, and tmux and screen may keep it from theirs. `what` was sent, and `how`, where
 * that is to be said.
 */
export const sentToClipboard = (what = '', how = ''): string =>
  `Sent${what === '' ? '' : ` ${what}`} to the clipboard${how}; the terminal decides whether it takes it.`;
