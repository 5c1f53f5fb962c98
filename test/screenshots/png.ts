import { crc32, deflateSync } from 'node:zlib';

/** 256 colours halve a picture without a visible difference: letters have many shades at their edges. */
const MAX_COLORS = 256;

/** Colours with this share of pixels are exact: grounds, lines, plain text. */
const LARGE_SHARE = 0.0005;

type Colors = { readonly entries: readonly number[]; readonly indexOf: ReadonlyMap<number, number> };

function distance(one: number, other: number): number {
  let sum = 0;
  for (const shift of [0, 8, 16, 24]) sum += (((one >>> shift) & 255) - ((other >>> shift) & 255)) ** 2;
  return sum;
}

function nearest(color: number, entries: readonly number[]): { readonly index: number; readonly far: number } {
  let best = { index: 0, far: Number.POSITIVE_INFINITY };
  for (const [index, entry] of entries.entries()) {
    const far = distance(color, entry);
    if (far < best.far) best = { index, far };
  }
  return best;
}

/** The most used colours, no two closer than the number of entries demands. */
function chooseColors(pixels: Uint32Array): Colors {
  const counts = new Map<number, number>();
  for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
  const byUse = [...counts].sort((a, b) => b[1] - a[1]);
  const large = pixels.length * LARGE_SHARE;
  for (let apart = 0; ; apart = apart === 0 ? 4 : apart * 1.5) {
    const entries: number[] = [];
    for (const [color, count] of byUse) {
      if ((count >= large && entries.length < MAX_COLORS) || nearest(color, entries).far > apart) entries.push(color);
      if (entries.length > MAX_COLORS) break;
    }
    if (entries.length > MAX_COLORS) continue;
    return { entries, indexOf: new Map(byUse.map(([color]) => [color, nearest(color, entries).index])) };
  }
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The rasteriser multiplies colours by their opacity; PNG does not. */
function plain(rgba: number): number {
  const alpha = rgba & 255;
  if (alpha === 0 || alpha === 255) return rgba;
  const part = (shift: number): number => Math.min(255, Math.round((((rgba >>> shift) & 255) * 255) / alpha));
  return ((part(24) << 24) | (part(16) << 16) | (part(8) << 8) | alpha) >>> 0;
}

/** Encodes RGBA, multiplied by opacity, as a PNG with a colour table. */
export function encodePng(rgba: Buffer, width: number, height: number): Buffer {
  const pixels = new Uint32Array(width * height);
  for (let place = 0; place < pixels.length; place++) pixels[place] = plain(rgba.readUInt32BE(place * 4));
  const { entries, indexOf } = chooseColors(pixels);

  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8); // eight bits an index, a colour table, deflate, filters by row, not interlaced
  const table = Buffer.from(entries.flatMap((color) => [color >>> 24, (color >>> 16) & 255, (color >>> 8) & 255]));
  const alpha = Buffer.from(entries.map((color) => color & 255));

  // Each row begins with filter 0: differences between indexes mean nothing.
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      rows[row * (width + 1) + 1 + column] = indexOf.get(pixels[row * width + column] ?? 0) ?? 0;
    }
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('tRNS', alpha),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
  ];
  return Buffer.concat([signature, ...parts, chunk('IEND', Buffer.alloc(0))]);
}
