import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);
const folderOf = (name: string): string => dirname(require.resolve(`${name}/package.json`));
const jetBrains = folderOf('@expo-google-fonts/jetbrains-mono');
const dejaVu = join(folderOf('dejavu-fonts-ttf'), 'ttf');
const styled = (style: string): string => join(jetBrains, style, `JetBrainsMono_${style}.ttf`);

/** In the order of choice; the first file of each knows the family's characters. */
const families: readonly { readonly family: string; readonly files: readonly string[] }[] = [
  { family: 'JetBrains Mono', files: ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic'].map(styled) },
  { family: 'DejaVu Sans Mono', files: [join(dejaVu, 'DejaVuSansMono.ttf'), join(dejaVu, 'DejaVuSansMono-Bold.ttf')] },
  { family: 'DejaVu Sans', files: [join(dejaVu, 'DejaVuSans.ttf'), join(dejaVu, 'DejaVuSans-Bold.ttf')] },
];

export const fontFiles: readonly string[] = families.flatMap(({ files }) => files);

/** Characters of a TrueType file, from its `cmap` table (formats 4 and 12). */
function charactersIn(file: string): ReadonlySet<number> {
  const bytes = readFileSync(file);
  const found = new Set<number>();
  const tables = Array.from({ length: bytes.readUInt16BE(4) }, (_, place) => 12 + place * 16);
  const cmap = tables.find((at) => bytes.toString('latin1', at, at + 4) === 'cmap');
  if (cmap === undefined) return found;
  const start = bytes.readUInt32BE(cmap + 8);
  for (let place = 0; place < bytes.readUInt16BE(start + 2); place++) {
    const table = start + bytes.readUInt32BE(start + 8 + place * 8);
    const format = bytes.readUInt16BE(table);
    if (format === 4) segments(bytes, table, found);
    if (format === 12) groups(bytes, table, found);
  }
  return found;
}

function groups(bytes: Buffer, table: number, found: Set<number>): void {
  for (let place = 0; place < bytes.readUInt32BE(table + 12); place++) {
    const at = table + 16 + place * 12;
    for (let code = bytes.readUInt32BE(at); code <= bytes.readUInt32BE(at + 4); code++) found.add(code);
  }
}

function segments(bytes: Buffer, table: number, found: Set<number>): void {
  const size = bytes.readUInt16BE(table + 6);
  for (let place = 0; place < size; place += 2) {
    const end = bytes.readUInt16BE(table + 14 + place);
    const start = bytes.readUInt16BE(table + 16 + size + place);
    const delta = bytes.readUInt16BE(table + 16 + 2 * size + place);
    const offsetAt = table + 16 + 3 * size + place;
    const offset = bytes.readUInt16BE(offsetAt);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph = offset === 0 ? (code + delta) & 0xffff : bytes.readUInt16BE(offsetAt + offset + 2 * (code - start));
      if (glyph !== 0) found.add(code);
    }
  }
}

const coverage = families.map(({ family, files }) => ({ family, characters: charactersIn(files[0] ?? '') }));

export function familyFor(character: string): string | null {
  const codes = [...character].map((part) => part.codePointAt(0) ?? 0);
  return coverage.find(({ characters }) => codes.every((code) => characters.has(code)))?.family ?? null;
}
