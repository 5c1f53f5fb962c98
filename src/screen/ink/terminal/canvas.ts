import { widthOf } from '../../../lib/width.ts';
import type { Canvas } from '../../dialogs/theme.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: styles begin with the escape character
const STYLE = /\u001b\[([\d;]*)m/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above
const SEQUENCE = /\u001b\[[0-?]*[ -/]*[@-~]/g;
const RESET = '\u001b[0m';

/** A line with the canvas behind every column: behind its texts without a background of their own, and its blanks. */
export function onCanvas(line: string, columns: number, canvas: Canvas): string {
  const opened = `\u001b[0;${inkOf(canvas)};${groundOf(canvas)}m`;
  const painted = line.replace(STYLE, (_, codes: string) => `\u001b[${withCanvas(codes, canvas)}m`);
  const blanks = ' '.repeat(Math.max(0, columns - widthOf(line.replace(SEQUENCE, ''))));
  return `${opened}${painted}${blanks === '' ? '' : opened + blanks}${RESET}`;
}

const inkOf = ({ text }: Canvas): string => `38;5;${text}`;
const groundOf = ({ background }: Canvas): string => `48;5;${background}`;

/** Replaces the codes that set the terminal's own colours by those of the canvas. */
function withCanvas(codes: string, canvas: Canvas): string {
  const parts = codes.split(';');
  const replaced: string[] = [];
  for (let n = 0; n < parts.length; n++) {
    const part = String(Number(parts[n]));
    if (part === '0') replaced.push('0', inkOf(canvas), groundOf(canvas));
    else if (part === '39') replaced.push(inkOf(canvas));
    else if (part === '49') replaced.push(groundOf(canvas));
    else if (part === '38' || part === '48') {
      // The next two are a kind of colour and its number.
      replaced.push(...parts.slice(n, n + 3));
      n += 2;
    } else replaced.push(part);
  }
  return replaced.join(';');
}
