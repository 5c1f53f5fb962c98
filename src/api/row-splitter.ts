/** A larger row is skipped, so that it costs neither memory nor other rows. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_VALUES = 100_000;
const MAX_NAMES = 5000;
/** The deepest resource of the interface has three. */
const MAX_LEVELS = 500;

const MAX_BYTES_AROUND = 256 * 1024;
const MAX_FRAME_BYTES = 8 * 1024 * 1024;

/** Receives rows as they are complete. Both return whether to continue. */
export type RowListener = {
  readonly row: (text: string) => boolean;
  readonly oversized: () => boolean;
};

/** Splits the JSON of a list into rows as it arrives. */
export type RowSplitter = {
  /** False when the listener stopped, or the frame is too long. */
  readonly push: (bytes: Uint8Array) => boolean;
  /** The answer with a number, from 0, for each row. */
  readonly frame: () => string;
};

const [BACKSLASH, QUOTE] = [0x5c, 0x22];
/** Classes of bytes between values; all others belong to a number or a word. */
const [BLANK, TEXT, NAMED, COMMA, OPEN, OPEN_LIST, CLOSE] = [1, 2, 3, 4, 5, 6, 7];
const MEANING = new Uint8Array(256);
for (const [characters, meaning] of [
  [' \t\n\r', BLANK],
  ['"', TEXT],
  [':', NAMED],
  [',', COMMA],
  ['{', OPEN],
  ['[', OPEN_LIST],
  ['}]', CLOSE],
] as const) {
  for (const character of characters) MEANING[character.charCodeAt(0)] = meaning;
}
const DATA = /(?<!\\)"data" ?: ?$/;

/** Splits an array of rows, or an object with `data` (section 2.6), without judging them: `JSON.parse` does. */
export function splitRows(listener: RowListener, mostNames = MAX_NAMES): RowSplitter {
  const frame = byteSink(MAX_FRAME_BYTES);
  const row = byteSink(MAX_BYTES);
  const encoder = new TextEncoder();
  let rows = 0;
  let depth = 0;
  /** 0 outside of the list. */
  let rowDepth = 0;
  let begun = false;
  let inText = false;
  let escaped = false;
  let blank = false;
  let values = 0;
  let names = 0;
  let oversized = false;
  let goesOn = true;
  let bytesAround = 0;

  const write = (bytes: Uint8Array): void => {
    if (rowDepth === 0) {
      bytesAround += bytes.length;
      goesOn = bytesAround <= MAX_BYTES_AROUND && frame.add(bytes) && goesOn;
    } else if (!oversized && !row.add(bytes)) oversized = true;
  };

  const endRow = (): void => {
    const text = row.text();
    if (oversized || text.trim() !== '') {
      goesOn = frame.add(encoder.encode(String(rows))) && goesOn;
      rows += 1;
      goesOn = (oversized ? listener.oversized() : listener.row(text)) && goesOn;
    }
    row.clear();
    values = 0;
    names = 0;
    oversized = false;
  };

  return {
    push: (bytes) => {
      let from = 0;
      for (let at = 0; at < bytes.length && goesOn; at++) {
        const byte = bytes[at] ?? 0;
        if (inText) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) inText = false;
          continue;
        }
        const meaning = MEANING[byte];
        if (meaning === BLANK) {
          if (blank) {
            if (from < at) write(bytes.subarray(from, at));
            from = at + 1;
          }
          blank = true;
          continue;
        }
        blank = false;
        if (meaning === 0) continue;
        if (meaning === TEXT) inText = true;
        else if (meaning === NAMED) {
          names += 1;
          if (rowDepth > 0 && names > mostNames) oversized = true;
        } else if (meaning === COMMA && rowDepth > 0 && depth === rowDepth) {
          write(bytes.subarray(from, at));
          from = at + 1;
          endRow();
          goesOn = frame.add(bytes.subarray(at, from)) && goesOn;
        } else if (meaning === CLOSE) {
          if (rowDepth > 0 && depth === rowDepth) {
            write(bytes.subarray(from, at));
            from = at;
            endRow();
            rowDepth = 0;
          }
          depth -= 1;
        } else {
          values += 1;
          if (meaning !== COMMA) depth += 1;
          if (meaning === OPEN_LIST && rowDepth === 0 && depth <= 2) {
            write(bytes.subarray(from, at));
            from = at;
            if (depth === 1 ? !begun : DATA.test(frame.tail(16))) {
              write(bytes.subarray(at, at + 1));
              from = at + 1;
              rowDepth = depth;
              values = 0;
              names = 0;
            }
          }
          if (rowDepth > 0 && (values > MAX_VALUES || depth - rowDepth > MAX_LEVELS)) oversized = true;
        }
        begun = true;
      }
      write(bytes.subarray(from));
      return goesOn;
    },
    frame: frame.text,
  };
}

function byteSink(max: number) {
  const decoder = new TextDecoder();
  let bytes = new Uint8Array(4096);
  let length = 0;
  return {
    add: (more: Uint8Array): boolean => {
      if (length + more.length > max) return false;
      if (length + more.length > bytes.length) {
        const larger = new Uint8Array(Math.min(max, Math.max(length + more.length, bytes.length * 2)));
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(more, length);
      length += more.length;
      return true;
    },
    clear: (): void => {
      length = 0;
    },
    text: (): string => decoder.decode(bytes.subarray(0, length)),
    tail: (count: number): string => decoder.decode(bytes.subarray(Math.max(0, length - count), length)),
  };
}
