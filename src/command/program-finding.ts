import { answerOf } from '../system/start-program.ts';
import { type Finding, ok, warning } from './doctor-lines.ts';

/** Checks whether a program runs; `without` says what is missing without it, or what to do. */
export async function programFinding(program: string, args: readonly string[], without: string): Promise<Finding> {
  try {
    const { code, stdout, stderr } = await answerOf(program, args);
    if (code !== 0) return warning(program, 'does not run', without);
    return ok(program, (stdout || stderr).trim().split('\n')[0] ?? '');
  } catch {
    return warning(program, 'not found', without);
  }
}
