// Small full-screen program for the driver's own tests. It prints the bytes it received, moves a cursor row,
// copies, rings, and ends in several ways: `q` restores the terminal, `x` crashes without, `--tidy` handles SIGTERM.
const ascii = process.argv.includes('--ascii');
const names = ['train-llama', '訓練 データ', 'café 👩‍🚀 crew', 'sweep-a'];
const on = '\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?1000h\x1b[?1006h';
const off = '\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[?25h\x1b[?1049l';

let cursor = 0;
let modal = false;
/** @type {Buffer} */
let received = Buffer.alloc(0);

/** @param {number} row @param {number} column @param {string} text */
function put(row, column, text) {
  return `\x1b[${row + 1};${column + 1}H${text}`;
}

/** @param {string} title @param {number} width */
function top(title, width) {
  const [left, line, right] = ascii ? ['+', '-', '+'] : ['╭', '─', '╮'];
  return `${left}${line} ${title} ${line.repeat(width - title.length - 5)}${right}`;
}

/** @param {number} width */
function bottom(width) {
  return ascii ? `+${'-'.repeat(width - 2)}+` : `╰${'─'.repeat(width - 2)}╯`;
}

/** Draws a box from its corner, with rows that fill it; the terminal itself fills wide rows.
 * @param {number} row @param {number} column @param {number} width @param {string} title @param {string[]} lines */
function box(row, column, width, title, lines) {
  const side = ascii ? '|' : '│';
  let out = put(row, column, top(title, width));
  lines.forEach((line, place) => {
    const blanks = put(row + 1 + place, column + 1, ' '.repeat(width - 2));
    const colours = line.startsWith('>') ? '\x1b[48;5;24m' : '';
    out += colours + blanks + put(row + 1 + place, column + 1, ` ${line.replace(/^>/, '')}`) + (colours && '\x1b[0m');
    out += put(row + 1 + place, column, side) + put(row + 1 + place, column + width - 1, side);
  });
  return out + put(row + 1 + lines.length, column, bottom(width));
}

function draw() {
  const { columns, rows } = process.stdout;
  const list = names.map((name, place) => `${place === cursor ? '>' : ''}${name}`);
  let out = put(
    0,
    0,
    `\x1b[1msample\x1b[0m ${columns}x${rows}  \x1b[31;2mdim red\x1b[0m \x1b[38;2;1;2;3;7mtrue\x1b[0m`,
  );
  out += put(1, 0, `term ${process.env['TERM']} ci ${process.env['CI'] ?? 'no'} home ${process.env['HOME'] ?? ''}`);
  out += box(2, 0, 30, '1 Bids - 4', list) + box(2, 30, 30, '3 Volumes', ['imagenet', 'ckpt']);
  if (modal) out += box(3, 20, 20, 'Sure?', ['yes', 'no', 'later']);
  out += put(9, 0, `bytes ${received.length} last ${received.subarray(-12).toString('hex')}.`);
  process.stdout.write(`\x1b[?2026h\x1b[2J${out}\x1b[?2026l`);
}

/** @param {number} code */
function leave(code) {
  process.stdout.write(off, () => process.exit(code));
}

process.stdin.setRawMode(true);
process.stdout.write(on);
process.stdout.on('resize', draw);
if (process.argv.includes('--tidy')) process.on('SIGTERM', () => leave(0));
process.stdin.on('data', (/** @type {Buffer} */ chunk) => {
  received = Buffer.concat([received, chunk]);
  const keys = chunk.toString();
  if (keys === 'q') return leave(3);
  if (keys === 'x') throw new Error('planted crash');
  if (keys === 'j') cursor = Math.min(names.length - 1, cursor + 1);
  if (keys === 'm') modal = true;
  if (keys === 'y') process.stdout.write(`\x1b]52;c;${Buffer.from('ssh ops@203.0.113.7 # ü').toString('base64')}\x07`);
  if (keys === 'b') process.stdout.write('\x07\x1b]9;4;1;50\x07\x1b]9;instance lost\x07');
  if (keys === 'd') process.stdout.write('\x1b[5n'); // device status query
  if (keys === 'a') process.stdout.write('\x1b[?1h'); // cursor keys send SS3 from here on
  return draw();
});
draw();
