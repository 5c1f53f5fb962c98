import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { Outcome } from '../api/result.ts';
import { printableLine } from '../lib/sanitize.ts';
import { isPrivateKey, partsOf } from './ssh-fingerprint.ts';

/** A key on one line, and how it was mended. */
export type PublicKey = { readonly text: string; readonly note: string | null };

const PRIVATE = 'This is a private key; it was not sent. Use the public key, whose file ends in .pub.';
const CUT_OFF = 'The key is cut off: its end is missing. Copy it again.';
const BROKEN = 'The key is broken by a blank. Copy it again.';
const CERTIFICATE = 'This is a certificate. Give the key that it is for.';
const NO_KEY = 'This is no public key: one begins with a word such as ssh-ed25519.';

/** Quotes and fences of code around a key. */
const QUOTES = '"\'`\u2018-\u201f\u00ab\u00bb\u2039\u203a';
const OPENING = new RegExp(`^[${QUOTES}\\s]+`, 'u');
const CLOSING = new RegExp(`[${QUOTES}\\s]+$`, 'u');
/** Other hyphens and blanks of programs, and invisible characters. */
const HYPHENS = /[\u2010-\u2015\u2212]/g;
const BLANKS = /(?!\n)[\p{Zs}\t]/gu;
const INVISIBLE = /[\u200b-\u200f\u2060\ufeff\u00ad]/g;

/** The first word of the line, and of the data. */
const KIND = /^(?:ssh|ecdsa|sk)-[a-z0-9@.-]+$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
/** The number of parts (RFC 4253, 5656, 8709, and OpenSSH's of security keys). */
const PARTS: ReadonlyMap<string, number> = new Map([
  ['ssh-rsa', 3],
  ['ssh-dss', 5],
  ['ssh-ed25519', 2],
  ['ecdsa-sha2-nistp256', 3],
  ['ecdsa-sha2-nistp384', 3],
  ['ecdsa-sha2-nistp521', 3],
  ['sk-ssh-ed25519@openssh.com', 3],
  ['sk-ecdsa-sha2-nistp256@openssh.com', 4],
]);

/** Reads a key, typed, pasted or from a file. Mends quotes, wrapped lines and other formats if there is one reading. */
export function readPublicKey(given: string): Outcome<PublicKey, string> {
  if (isPrivateKey(given)) return failed(PRIVATE);
  const plain = given.replace(INVISIBLE, '').replace(BLANKS, ' ').trim();
  const opened = plain.replace(OPENING, '');
  const text = opened === plain ? plain : opened.replace(CLOSING, '');
  const quoted = text === plain ? [] : ['in quotes'];
  if (/^-----BEGIN .*CERTIFICATE/.test(text)) return failed(CERTIFICATE);
  if (/^-----BEGIN /.test(text)) return withNote(fromPem(text), given, [...quoted, 'in PEM']);
  if (/^---- BEGIN SSH2 PUBLIC KEY/.test(text))
    return withNote(fromSsh2(text), given, [...quoted, 'in the format of SSH2']);
  const lines = linesOf(text);
  const read = fromLines(lines);
  const how = [
    ...quoted,
    ...(lines.length > 1 ? ['on several lines'] : []),
    ...(lines[0]?.startsWith('AAAA') === true ? ['without its kind'] : []),
  ];
  return withNote(read, given, how);
}

const failed = (error: string): Outcome<never, string> => ({ ok: false, error });
const kindOf = (text: string): string => text.split(' ')[0] ?? '';

function withNote(read: Outcome<string, string>, given: string, how: readonly string[]): Outcome<PublicKey, string> {
  if (!read.ok) return read;
  const text = read.value;
  const asGiven = given.trim().replace(/[ \t]+/g, ' ');
  const was = how.length === 0 ? 'written in another way' : how.join(' and ');
  return {
    ok: true,
    value: { text, note: text === asGiven ? null : `The public key was mended: it was ${was}.` },
  };
}

/** Lines without comments and without additions of mails. */
function linesOf(text: string): readonly string[] {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/^(?:\s*>)+/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isEncoded = lines.slice(0, -1).some((line) => line.endsWith('='));
  // A mail may write a line break as `=` at the end of the line, and `=` as `=3D`.
  return isEncoded
    ? lines.map((line, n) => (n < lines.length - 1 ? line.replace(/=$/, '') : line).replaceAll('=3D', '='))
    : lines;
}

/** `ssh-ed25519 AAAA… comment`; the data may go on in the next lines, or stand alone. */
function fromLines(lines: readonly string[]): Outcome<string, string> {
  const [first = '', ...others] = lines;
  const words = first.replace(HYPHENS, '-').split(/ +/);
  const [kind = '', ...rest] = words[0]?.startsWith('AAAA') ? ['', ...words] : words;
  if (kind !== '' && !KIND.test(kind)) return failed(whyNoKey(first));
  let [data = '', ...comment] = rest;
  let left = others;
  // Only the end of a line breaks the data: after a blank a comment begins.
  while (!isWhole(kind, data) && comment.length === 0) {
    const [next, ...following] = left;
    if (next === undefined) break;
    const [more = '', ...words] = next.split(/ +/);
    if (!BASE64.test(more)) break;
    [data, comment, left] = [data + more, words, following];
  }
  if (left.some((line) => KIND.test(kindOf(line)))) {
    const keys = 1 + left.filter((line) => KIND.test(kindOf(line))).length;
    return failed(`These are ${keys} keys. Give one of them.`);
  }
  const read = checkedData(kind, data);
  if (!read.ok) return comment.length > 0 && isWhole(kind, data + comment[0]) ? failed(BROKEN) : read;
  if (left.length > 0) return failed(`There is more than a key: "${printableLine(left[0] ?? '').slice(0, 40)}".`);
  return { ok: true, value: [read.value.kind, read.value.data, ...comment].join(' ').trim() };
}

function whyNoKey(text: string): string {
  if (/^(?:SHA256|MD5):/.test(text)) return 'This is the fingerprint of a key. Give the key itself.';
  if (/^\S+\.pub$|^[~.]?\/\S*$/.test(text)) return 'This is a path. Write @ before it to send the key in that file.';
  const at = text.split(/ +/).findIndex((word) => KIND.test(word));
  const kind = text.split(/ +/)[at];
  return at < 1 ? NO_KEY : `There is something before the key. Give it from ${kind} on.`;
}

function isWhole(kind: string, data: string): boolean {
  return checkedData(kind, data).ok;
}

function checkedData(kind: string, data: string): Outcome<{ readonly kind: string; readonly data: string }, string> {
  if (data === '') return failed(CUT_OFF);
  const odd = /[^A-Za-z0-9+/=]/u.exec(data)?.[0];
  if (odd !== undefined)
    return failed(`The key has a character that no key has: "${printableLine(odd)}". Copy it again.`);
  const blob = Buffer.from(data, 'base64');
  const { parts, left } = partsOf(blob);
  const own = parts[0]?.toString('latin1') ?? '';
  if (/-cert-v\d+@/.test(own) || /-cert-v\d+@/.test(kind)) return failed(CERTIFICATE);
  if (own !== '' && KIND.test(own) && kind !== '' && own !== kind)
    return failed(`The key begins with ${kind}, but its data is that of ${own}. Copy it again.`);
  if (parts.length > 0 && !KIND.test(own)) return failed('The data of the key is damaged. Copy it again.');
  const wanted = PARTS.get(own);
  if (left !== null || parts.length < (wanted ?? 2)) return failed(CUT_OFF);
  const isOfLength = own !== 'ssh-ed25519' || parts[1]?.length === 32;
  if ((wanted !== undefined && parts.length > wanted) || !isOfLength)
    return failed('The data of the key is damaged. Copy it again.');
  return { ok: true, value: { kind: own, data: blob.toString('base64') } };
}

/** RFC 4716. */
function fromSsh2(text: string): Outcome<string, string> {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  const end = lines.findIndex((line) => line.startsWith('---- END SSH2 PUBLIC KEY'));
  if (end < 0) return failed(CUT_OFF);
  const inside = lines.slice(1, end).join('\n').replaceAll('\\\n', '');
  const headers = inside.split('\n').filter((line) => line.includes(':'));
  const data = inside.split('\n').filter((line) => !line.includes(':'));
  const comment = headers.flatMap((line) => /^comment: *(.*)$/i.exec(line)?.[1] ?? [])[0] ?? '';
  const read = checkedData('', data.join(''));
  return read.ok
    ? { ok: true, value: `${read.value.kind} ${read.value.data} ${comment.replace(/^"(.*)"$/, '$1')}`.trim() }
    : read;
}

function fromPem(text: string): Outcome<string, string> {
  if (!/-----END [A-Z ]*PUBLIC KEY-----/.test(text)) return failed(/PUBLIC KEY-----/.test(text) ? CUT_OFF : NO_KEY);
  try {
    const parts = partsOfJwk(createPublicKey(text).export({ format: 'jwk' }));
    const [kind] = parts ?? [];
    return parts === null || kind === undefined
      ? failed('SSH has no keys of this kind.')
      : { ok: true, value: `${kind.toString('latin1')} ${blobOf(parts).toString('base64')}` };
  } catch {
    return failed('The data of the key is damaged. Copy it again.');
  }
}

function partsOfJwk({ kty, crv, n, e, x, y }: JsonWebKey): readonly Buffer[] | null {
  const bytes = (text: unknown): Buffer => Buffer.from(typeof text === 'string' ? text : '', 'base64url');
  const word = (text: string): Buffer => Buffer.from(text, 'latin1');
  if (kty === 'RSA') return [word('ssh-rsa'), positive(bytes(e)), positive(bytes(n))];
  if (kty === 'OKP' && crv === 'Ed25519') return [word('ssh-ed25519'), bytes(x)];
  const size = kty === 'EC' && typeof crv === 'string' ? /^P-(256|384|521)$/.exec(crv)?.[1] : undefined;
  if (size === undefined) return null;
  const point = Buffer.concat([Buffer.of(4), bytes(x), bytes(y)]);
  return [word(`ecdsa-sha2-nistp${size}`), word(`nistp${size}`), point];
}

/** The first bit says that a number is positive. */
const positive = (bytes: Buffer): Buffer => ((bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes);

function blobOf(parts: readonly Buffer[]): Buffer {
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return [length, part];
    }),
  );
}
