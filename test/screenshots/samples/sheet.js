// A sheet of every sign and style the console may use, for looking at the renderer's work.
import { stripVTControlCharacters } from 'node:util';

const sgr = (/** @type {string} */ code, /** @type {string} */ text) => `\x1b[${code}m${text}\x1b[0m`;
const range = (/** @type {number} */ from, /** @type {number} */ to) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);
/** Fills a text with blanks, not counting what only colours it. @param {string} text @param {number} width */
const fill = (text, width) => text + ' '.repeat(Math.max(0, width - stripVTControlCharacters(text).length));
const cursorRow = (/** @type {string} */ text) =>
  `\x1b[48;5;237m${text.replaceAll('\x1b[0m', '\x1b[0;48;5;237m')}\x1b[0m`;

const bids = [
  `   ${sgr('1', 'NAME            STATUS        TYPE     REGION   RUN   LIMIT   COST/H   AGE')}`,
  ` ${sgr('96', '▌')} train-llama     ${sgr('32', '● allocated')}   8×h100   eu-n1    4/4   $2.50   $80.00   3d`,
  ` • sweep-a         ${sgr('33', '◐ pausing…')}    8×a100   us-c3    0/2   $1.10   –        5h`,
  `   eval-night      ${sgr('36', '○ open')}        8×a100   us-c3    0/8   $0.75   –        2m`,
  `   render          ${sgr('1;31', '▲ preempting')}  l40s     eu-n1    2/6   $3.10   $6.20    1d`,
  ` ▏ old             ${sgr('2', '✖ cancelled')}   l40s     eu-n1    0/6   $3.10   –        9d`,
];
const volumes = ['imagenet      2.0 TB  File   eu', 'ckpt        500.0 GB  Block  us'];

const rows = [
  ` ${sgr('1', 'spotdeck')}  prod ▸ ml-research     ${sgr('32', '● live')} 1s   14 bids · 38 instances · $212.40/h at most   ${sgr('36', '▂▃▅▅▆▇▇▅')} 38`,
  sgr('96', `╭ 1 Bids ─ 14 ─ price ↓ ${'─'.repeat(54)}╮`) + sgr('90', `╭ 3 Volumes ─ 6 ${'─'.repeat(20)}╮`),
  ...bids.map((bid, place) => {
    const row = fill(bid, 78);
    const left = sgr('96', '│') + (place === 1 ? cursorRow(row) : row) + sgr('96', '│');
    return `${left}${sgr('90', '│')} ${fill(volumes[place] ?? '', 35)}${sgr('90', '│')}`;
  }),
  sgr('96', `╰${'─'.repeat(78)}╯`) + sgr('90', `╰${'─'.repeat(36)}╯`),
  `${sgr('1', 'bold')} ${sgr('2', 'dim')} ${sgr('3', 'italic')} ${sgr('1;3', 'both')} ${sgr('4', 'underline')} ${sgr('9', 'strike')} ${sgr('7', ' inverse ')} ${sgr('2;31', 'dim red')} ${sgr('38;2;255;140;0', 'true orange')} ${sgr('41;97', ' on red ')} -> => != >= === www fi`,
  range(0, 15)
    .map((n) => sgr(`38;5;${n}`, `c${n}`))
    .join(' ') +
    ' ' +
    range(0, 15)
      .map((n) => sgr(`48;5;${n}`, '  '))
      .join(''),
  range(16, 51)
    .map((n) => sgr(`48;5;${n}`, ' '))
    .join('') +
    range(232, 255)
      .map((n) => sgr(`48;5;${n}`, ' '))
      .join(''),
  '┌──┬──┐ ┏━━┳━━┓ ╭──┬──╮ ╔══╦══╗ ┄┄┄┈┈┈╌╌╌ ┆ ┊ ╎ ▁▂▃▄▅▆▇█ ▏▎▍▌▋▊▉█ ░▒▓█ ▀▄▐ ▖▗▘▙▚▛▜▝▞▟ ╺━━╸╶──╴',
  '├──┼──┤ ┣━━╋━━┫ ├──┼──┤ ╠══╬══╣ ┝━┿━┥ ┠─╂─┨ ┡━┩ │ ⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏',
  '└──┴──┘ ┗━━┻━━┛ ╰──┴──╯ ╚══╩══╝',
  'signs: ● ◐ ○ ◑ ◒ ◓ ◌ ▲ △ ✖ • ▌ ▏ … × · ▸ ◂ ▾ ▴ ↓ ↑ → ← ✓ ✔ ✗ ◆ ◇ ■ □ ☰ ⚠ – ‖ ⟳ ↻ ⏎ ↵ ⇥ ⌫ ★ ∞ ≈ ≥ ≤ € $ é ñ Ж α',
  'missing: ⏸ ⏵ 訓練 👩 ~ end',
];
process.stdout.write(`\x1b[?25l\x1b[2J\x1b[H${rows.join('\r\n')}`);
setInterval(() => {}, 1000);
