import { answerOf } from '../system/programs.ts';
import { inLines, type Printed } from './format.ts';
import { identity, type Shape, text } from './json.ts';

export type Health = 'ok' | 'warning' | 'failure';

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

const findingShape: Shape<Finding> = {
  ...identity(({ what }: Finding) => ({ fid: null, name: what })),
  health: text(({ health }) => health),
  found: text(({ found }) => found),
  hint: text(({ hint }) => hint),
};

export const printedFindings = (findings: readonly Finding[]): Printed =>
  inLines(findingShape, findings, () => findingLines(findings));

function findingLines(findings: readonly Finding[]): readonly string[] {
  const width = Math.max(...findings.map(({ what }) => what.length));
  return findings.flatMap(({ what, health, found, hint }) => [
    `${health.padEnd(7)}  ${what.padEnd(width)}  ${found}`,
    ...(hint === null ? [] : [`${' '.repeat(width + 11)}${hint}`]),
  ]);
}

/** Checks whether a program runs; `without` is the hint if it doesn't. */
export async function programFinding(program: string, args: readonly string[], without: string): Promise<Finding> {
  try {
    const { code, stdout, stderr } = await answerOf(program, args);
    if (code !== 0) return warning(program, 'does not run', without);
    return ok(program, (stdout || stderr).trim().split('\n')[0] ?? '');
  } catch {
    return warning(program, 'not found', without);
  }
}
