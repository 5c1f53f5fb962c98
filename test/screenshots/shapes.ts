/** Drawn characters: a font's lines would leave gaps in boxes and bars. Edges fall on half units, pixels at scale 2. */

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** A path to fill, or to stroke with a width. */
export type Shape = {
  readonly path: string;
  readonly stroke?: number;
  readonly dashes?: string;
  readonly opacity?: number;
};

/** Arms of a box character: up, right, down, left; 1 is light, 2 heavy. */
const arms: ReadonlyMap<string, string> = new Map(
  [
    '─0101 │1010 ┌0110 ┐0011 └1100 ┘1001 ├1110 ┤1011 ┬0111 ┴1101 ┼1111 ╴0001 ╵1000 ╶0100 ╷0010',
    '━0202 ┃2020 ┏0220 ┓0022 ┗2200 ┛2002 ┣2220 ┫2022 ┳0222 ┻2202 ╋2222 ╸0002 ╹2000 ╺0200 ╻0020',
    '┝1210 ┥1012 ┠2120 ┨2021 ┯0212 ┷1202 ┰0121 ┸2101 ┿1212 ╂2121 ┡2210 ┩2012 ┢1220 ┪1022',
  ]
    .join(' ')
    .split(' ')
    .map((entry) => [entry.slice(0, 1), entry.slice(1)]),
);

const thickness = [0, 1, 2];

function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

function straight(directions: string, { x, y, width, height }: Box): Shape[] {
  const [up = 0, right = 0, down = 0, left = 0] = [...directions].map((weight) => thickness[Number(weight)] ?? 0);
  const [cx, cy] = [x + width / 2, y + height / 2];
  // Arms run past the middle by half the widest crossing one, so that corners are full.
  const across = Math.max(left, right) / 2;
  const along = Math.max(up, down) / 2;
  const parts = [
    up > 0 ? rectangle(cx - up / 2, y, up, cy - y + across) : '',
    down > 0 ? rectangle(cx - down / 2, cy - across, down, y + height - cy + across) : '',
    left > 0 ? rectangle(x, cy - left / 2, cx - x + along, left) : '',
    right > 0 ? rectangle(cx - along, cy - right / 2, x + width - cx + along, right) : '',
  ];
  return [{ path: parts.join('') }];
}

/** Rounded corners: the line's ends, down or up, right or left. */
const rounded: ReadonlyMap<string, readonly [1 | -1, 1 | -1]> = new Map([
  ['╭', [1, 1]],
  ['╮', [1, -1]],
  ['╰', [-1, 1]],
  ['╯', [-1, -1]],
]);

function corner([vertical, horizontal]: readonly [1 | -1, 1 | -1], { x, y, width, height }: Box): Shape[] {
  const [cx, cy] = [x + width / 2, y + height / 2];
  const radius = width / 2;
  const sweep = vertical === horizontal ? 1 : 0;
  const from = vertical > 0 ? y + height : y;
  const to = horizontal > 0 ? x + width : x;
  const arc = `A${radius} ${radius} 0 0 ${sweep} ${cx + horizontal * radius} ${cy}`;
  return [{ path: `M${cx} ${from}V${cy + vertical * radius}${arc}H${to}`, stroke: 1 }];
}

/** Dashed lines: direction, and lengths of dash and gap. */
const dashed: ReadonlyMap<string, readonly ['h' | 'v', string]> = new Map([
  ['┄', ['h', '2 1']],
  ['┈', ['h', '1.25 1']],
  ['╌', ['h', '3 1.5']],
  ['┆', ['v', '4.5 2.17']],
  ['┊', ['v', '3 2']],
  ['╎', ['v', '7 3']],
]);

function dashes([way, pattern]: readonly ['h' | 'v', string], { x, y, width, height }: Box): Shape[] {
  const path = way === 'h' ? `M${x} ${y + height / 2}h${width}` : `M${x + width / 2} ${y}v${height}`;
  return [{ path, stroke: 1, dashes: pattern }];
}

/** Quadrants ▖▗▘▙▚▛▜▝▞▟ in order: upper left 1, upper right 2, lower left 4, lower right 8. */
const quadrants = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14];

function block(code: number, { x, y, width, height }: Box): Shape[] {
  const pixel = (length: number): number => Math.round(length * 2) / 2;
  const part = (left: number, top: number, right: number, bottom: number): string => {
    const [x1, y1, x2, y2] = [pixel(width * left), pixel(height * top), pixel(width * right), pixel(height * bottom)];
    return rectangle(x + x1, y + y1, x2 - x1, y2 - y1);
  };
  if (code === 0x2580) return [{ path: part(0, 0, 1, 0.5) }];
  if (code <= 0x2588) return [{ path: part(0, 1 - (code - 0x2580) / 8, 1, 1) }];
  if (code <= 0x258f) return [{ path: part(0, 0, (0x2590 - code) / 8, 1) }];
  if (code === 0x2590) return [{ path: part(0.5, 0, 1, 1) }];
  if (code <= 0x2593) return [{ path: part(0, 0, 1, 1), opacity: (code - 0x2590) / 4 }];
  if (code === 0x2594) return [{ path: part(0, 0, 1, 1 / 8) }];
  if (code === 0x2595) return [{ path: part(7 / 8, 0, 1, 1) }];
  const set = quadrants[code - 0x2596] ?? 0;
  const corners: readonly string[] = [
    part(0, 0, 0.5, 0.5),
    part(0.5, 0, 1, 0.5),
    part(0, 0.5, 0.5, 1),
    part(0.5, 0.5, 1, 1),
  ];
  return [{ path: corners.filter((_, place) => (set >> place) & 1).join('') }];
}

const RADIUS = 3.5;

/** Two fonts have circles of two sizes. Each filled part is an arc. */
function circle(sign: string, { x, y, width, height }: Box): Shape[] | null {
  const [cx, cy] = [x + width / 2, y + height / 2 + 0.5];
  const arc = (fromX: number, fromY: number, toX: number, toY: number, radius: number): string =>
    `M${cx + fromX * radius} ${cy + fromY * radius}A${radius} ${radius} 0 0 1 ${cx + toX * radius} ${cy + toY * radius}`;
  const full = (radius: number): string => `${arc(-1, 0, 1, 0, radius)}${arc(1, 0, -1, 0, radius).replace('M', 'L')}z`;
  const ring: Shape = { path: full(RADIUS - 0.5), stroke: 1 };
  if (sign === '●') return [{ path: full(RADIUS) }];
  if (sign === '○') return [ring];
  if (sign === '◌') return [{ ...ring, dashes: '1.5 1.64' }];
  if (sign === '◐') return [ring, { path: `${arc(0, 1, 0, -1, RADIUS)}z` }];
  if (sign === '◑') return [ring, { path: `${arc(0, -1, 0, 1, RADIUS)}z` }];
  if (sign === '◓') return [ring, { path: `${arc(-1, 0, 1, 0, RADIUS)}z` }];
  if (sign === '◒') return [ring, { path: `${arc(1, 0, -1, 0, RADIUS)}z` }];
  return null;
}

/** The drawing of a character; null for a font's. */
export function shapesOf(sign: string, cell: Box): readonly Shape[] | null {
  const lines = arms.get(sign);
  if (lines !== undefined) return straight(lines, cell);
  const bend = rounded.get(sign);
  if (bend !== undefined) return corner(bend, cell);
  const dash = dashed.get(sign);
  if (dash !== undefined) return dashes(dash, cell);
  const code = sign.codePointAt(0) ?? 0;
  if (code >= 0x2580 && code <= 0x259f) return block(code, cell);
  return circle(sign, cell);
}
