import type { ServiceList } from '../../contract/lists.ts';

/** A custom command of the operator, as the config file declares it. */
export type CustomCommand = {
  readonly name: string;
  readonly key: string | null;
  readonly panes: readonly ServiceList[];
  readonly run: CustomRun;
  /** `terminal`: it has the terminal until it ends. `background`: its output is kept. */
  readonly where: 'terminal' | 'background';
  /** Whether the console asks before it runs. */
  readonly confirm: boolean;
  /** Whether it gets the token that the console is signed in with. */
  readonly token: boolean;
};

/** A program with arguments, in which placeholders stand for a row's values; or a shell line, which gets them as variables only. */
export type CustomRun =
  | { readonly kind: 'program'; readonly parts: readonly string[] }
  | { readonly kind: 'shell'; readonly line: string };
