const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it is not allowed',
  EPERM: 'it is not allowed',
  EEXIST: 'there is a file of that name already, and it is not written over',
  EBUSY: 'another program is using it',
  EMFILE: 'too many files are open',
  E2BIG: 'its arguments and variables are too long',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your part of the disk is full',
  EFBIG: 'files may not become so large here (ulimit -f)',
  EIO: 'the disk reports a fault',
  EROFS: 'the file system is read-only',
};

/** A system error as the second half of a sentence. */
export function describeError(error: unknown): string {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  if (code !== null) return REASONS[code] ?? (error instanceof Error ? error.message : code);
  return error instanceof Error ? error.message : 'unknown reason';
}
