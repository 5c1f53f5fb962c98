import { memoizeTexts } from './memoize.ts';
import { DEEPEST } from './sanitize.ts';

const SECRET =
  /secret|password|passwd|passphrase|passcode|credential|token|bearer|authorization|cookie|(?:private|api|access|signing|encryption|session|master|shared|service|account|client|ssh\w*private)key(?!s?(?:id|name)s?$)/;
/** Words that name a secret when they stand alone. */
const SECRET_WORDS: ReadonlySet<string> = new Set(['pwd', 'psk', 'pin', 'otp', 'jwt', 'pem']);
/** Last words of names about a secret. */
const ABOUT: ReadonlySet<string> = new Set(
  'id ids fid fids name names type kind count snippet hint fingerprint at until expiry expires status state version ttl'.split(
    ' ',
  ),
);

/** `private_key`, `privateKey`, `api-key`, `AccessToken`. */
export const isSecretName = memoizeTexts((name: string): boolean => {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  if (words.length > 1 && ABOUT.has(words.at(-1) ?? '')) return false;
  return SECRET.test(words.join('')) || words.some((word) => SECRET_WORDS.has(word));
}, 2000);

export const NOT_KEPT = '(not kept)';

/** Yes, no and nothing are no secrets. */
const says = (value: unknown): boolean => value !== null && value !== '' && typeof value !== 'boolean';

/** Replaces secrets in a value; returns the same object when there are none. */
export const withoutSecrets = (value: unknown, replacement = NOT_KEPT): unknown =>
  holdsSecret(value, 0) ? replaced(value, replacement, 0) : value;

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** For each row: a list of the members would cost ten times as much. */
function holdsSecret(value: unknown, depth: number): boolean {
  if (depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.some((item) => holdsSecret(item, depth + 1));
  if (!isGroup(value)) return false;
  for (const name in value) {
    const of = value[name];
    if (holdsSecret(of, depth + 1) || (isSecretName(name) && says(of))) return true;
  }
  return false;
}

function replaced(value: unknown, replacement: string, depth: number): unknown {
  if (depth > DEEPEST) return null;
  if (Array.isArray(value)) return value.map((item: unknown) => replaced(item, replacement, depth + 1));
  if (!isGroup(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, of]: [string, unknown]) => [
      name,
      isSecretName(name) && says(of) ? replacement : replaced(of, replacement, depth + 1),
    ]),
  );
}

const MEMBER = /"([^"\\]*(?:\\.[^"\\]*)*)"\s*:\s*/gs;
const PLAIN_VALUE = /^(?:"[^"\\]*(?:\\.[^"\\]*)*\\?"?|[^\s,}\]]*)/s;

/** Replaces secrets in JSON text, or in its beginning. */
export function withoutSecretsInText(text: string): string {
  let clean = '';
  let from = 0;
  MEMBER.lastIndex = 0;
  for (let found = MEMBER.exec(text); found !== null; found = MEMBER.exec(text)) {
    if (!isSecretName(unescaped(found[1] ?? ''))) continue;
    const end = MEMBER.lastIndex + valueLength(text.slice(MEMBER.lastIndex));
    const value = text.slice(MEMBER.lastIndex, end);
    const shown = /^(?:null|true|false|"")$/.test(value) ? value : `"${NOT_KEPT}"`;
    clean += text.slice(from, MEMBER.lastIndex) + shown;
    from = end;
    MEMBER.lastIndex = end;
  }
  return clean + text.slice(from);
}

function unescaped(name: string): string {
  try {
    const read: unknown = JSON.parse(`"${name}"`);
    return typeof read === 'string' ? read : name;
  } catch {
    return name;
  }
}

function valueLength(text: string): number {
  if (!/^[[{]/.test(text)) return PLAIN_VALUE.exec(text)?.[0].length ?? 0;
  let depth = 0;
  for (const { 0: piece, index } of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*\\?"?|[[{]|[\]}]/gs)) {
    if (piece === '[' || piece === '{') depth += 1;
    else if (piece === ']' || piece === '}') depth -= 1;
    if (depth === 0) return index + piece.length;
  }
  return text.length;
}
