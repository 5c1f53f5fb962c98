// A small full-screen program for the driver's tests: two panes; it copies (y), rings (b) and crashes (x).
const on = '\x1b[?1049h\x1b[?25l\x1b[?2004h\x1b[?1000h\x1b[?1006h';

/** @param {number} row @param {number} column @param {string} text */
const put = (row, column, text) => `\x1b[${row + 1};${column + 1}H${text}`;

/** @param {number} row @param {number} column @param {number} width @param {string} title @param {string[]} lines */
function box(row, column, width, title, lines) {
  let out = put(row, column, `╭─ ${title} ${'─'.repeat(width - title.length - 5)}╮`);
  lines.forEach((line, place) => {
    const at = row + 1 + place;
    const [colours, text] = line.startsWith('>') ? ['\x1b[48;5;24m', line.slice(1)] : ['', line];
    out += `${colours}${put(at, column + 1, ' '.repeat(width - 2))}${put(at, column + 1, ` ${text}`)}\x1b[0m`;
    out += put(at, column, '│') + put(at, column + width - 1, '│');
  });
  return out + put(row + 1 + lines.length, column, `╰${'─'.repeat(width - 2)}╯`);
}

function draw() {
  const { columns, rows } = process.stdout;
  const bids = box(2, 0, 30, '1 Bids - 4', ['>train-llama', '訓練 データ', 'café 👩‍🚀 crew', 'sweep-a']);
  const volumes = box(2, 30, 30, '3 Volumes', ['imagenet', 'ckpt']);
  process.stdout.write(`\x1b[?2026h\x1b[2J${put(0, 0, `sample ${columns}x${rows}`)}${bids}${volumes}\x1b[?2026l`);
}

process.stdin.setRawMode(true);
process.stdout.write(on);
process.stdin.on('data', (/** @type {Buffer} */ chunk) => {
  const keys = chunk.toString();
  if (keys === 'x') throw new Error('planted crash');
  if (keys === 'y') process.stdout.write(`\x1b]52;c;${Buffer.from('ssh ops@203.0.113.7 # ü').toString('base64')}\x07`);
  if (keys === 'b') process.stdout.write('\x07\x1b]9;4;1;50\x07\x1b]9;instance lost\x07');
  draw();
});
draw();
