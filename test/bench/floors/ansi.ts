/** The table by hand: a cursor move with nothing between key and terminal. */
const COUNT = 15_000;
const PAGE = 40;
const line = (n: number): string =>
  `train-${String(n).padStart(5, '0')}   ● allocated   8xh100.sxm5   eu-north${(n % 3) + 1}   2/2   $${(1 + (n % 400) / 100).toFixed(2)}   3d`;
let at = 0;
let top = 0;
const put = (n: number): string => `\u001b[${n - top + 1};1H${n === at ? `\u001b[7m${line(n)}\u001b[m` : line(n)}`;
const foot = (): string => `\u001b[${PAGE + 1};1H${at + 1}/${COUNT} `;
const all = (): string => Array.from({ length: PAGE }, (_, n) => put(top + n)).join('');

process.stdin.setRawMode(true);
process.stdin.on('data', (keys) => {
  for (const key of keys.toString()) {
    if (key !== 'j') continue;
    const was = at;
    at = Math.min(COUNT - 1, at + 1);
    const shifts = at >= top + PAGE;
    if (shifts) top = at - PAGE / 2;
    process.stdout.write((shifts ? all() : put(was) + put(at)) + foot());
  }
});
process.stdout.write(`\u001b[?1049h\u001b[?25l${all()}${foot()}`);

export {};
