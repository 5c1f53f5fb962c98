/** How something was found to be. */
export type Health = 'ok' | 'warning' | 'failure';

/** One thing that was looked at: what it is, what was found, and what to do when it is not well. */
export type Finding = {
  readonly what: string;
  readonly health: Health;
  readonly found: string;
  readonly hint: string | null;
};

export const ok = (what: string, found: string): Finding => ({ what, health: 'ok', found, hint: null });
export const warning = (what: string, found: string, hint: string | null = null): Finding => ({
  what,
  health: 'warning',
  found,
  hint,
});
export const failure = (what: string, found: string, hint: string | null = null): Finding => ({
  what,
  health: 'failure',
  found,
  hint,
});

/** Findings for people: a line each, and what to do under it. */
export function findingLines(findings: readonly Finding[]): readonly string[] {
  const wide = Math.max(...findings.map(({ what }) => what.length));
  return findings.flatMap(({ what, health, found, hint }) => [
    `${health.padEnd(7)}  ${what.padEnd(wide)}  ${found}`,
    ...(hint === null ? [] : [`${' '.repeat(wide + 11)}${hint}`]),
  ]);
}
