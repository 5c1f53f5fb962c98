import { programAt, readerOf } from './code-readers.ts';

/** What ends a command, and what comes right before one. */
const BETWEEN = /[;&|(){}`\n]|\b(?:then|do|else|elif|if|while|until)\b|!\s/;
const ARGUMENT = /^\$(?:[\d@*]|\{[\d@*])/;

/**
 * Whether a line of a shell takes its arguments (`$1`, `$@`) as texts: each stands in double quotes, none as a command, and no command of
 * the line reads code.
 */
export function takesTexts(line: string): boolean {
  let quote = '';
  let quotedFrom = 0;
  for (let at = 0; at < line.length; at++) {
    const letter = line.charAt(at);
    if (letter === '\\' && quote !== "'") at += 1;
    else if (letter === quote) quote = '';
    else if (quote === '' && (letter === '"' || letter === "'")) {
      quote = letter;
      quotedFrom = at;
    } else if (quote !== "'" && ARGUMENT.test(line.slice(at))) {
      if (quote === '' || isCommand(line.slice(0, quotedFrom))) return false;
    }
  }
  return line.split(BETWEEN).every((command) => {
    const words = command.split(/[\s"']+/).filter((word) => word !== '' && !/^\w+=/.test(word));
    const reader = readerOf(words[programAt(words)] ?? '');
    return reader === undefined;
  });
}

/** Whether what comes after a text is the name of a command, and not an argument of one. */
function isCommand(before: string): boolean {
  const last = before.split(BETWEEN).at(-1) ?? '';
  // The end of a word, such as `name="$1"`.
  if (/\S$/.test(last)) return false;
  const words = last.split(/\s+/).filter((word) => word !== '' && !/^\w+=/.test(word));
  return programAt(words) >= words.length;
}
