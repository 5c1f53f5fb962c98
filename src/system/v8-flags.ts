const CHECK_MS = 100;

/** V8 versions known to have the flags: another would print a complaint over the screen. */
const KNOWN = /^1[234]\./;

/** Calls `check`, which may set flags of V8, at intervals; never on another V8 than the known ones. Returns the function that stops it. */
export function adjustRegularly(check: () => void): () => void {
  if (!KNOWN.test(process.versions.v8)) return () => undefined;
  const timer = setInterval(check, CHECK_MS);
  timer.unref();
  return () => clearInterval(timer);
}
