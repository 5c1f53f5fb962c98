import type { ServiceList } from '../../contract/lists.ts';
import type { Context } from '../../resources/context.ts';

/** Something that was asked of a context. */
export type Dependency = {
  /** The list that was looked at; null when it was something else, which may be another at any time. */
  readonly list: ServiceList | null;
  /** Whether another context answers the same. */
  readonly still: (context: Context) => boolean;
};

/** The same context, which tells what is asked of it: what is made through it holds as long as the answers do. */
export function trackDependencies(context: Context, onRead: (dependency: Dependency) => void): Context {
  const ask = <Answer>(list: ServiceList | null, question: (of: Context) => Answer): Answer => {
    const answer = question(context);
    onRead({ list, still: (other) => question(other) === answer });
    return answer;
  };
  return {
    ...context,
    get now() {
      return ask(null, ({ now }) => now);
    },
    get localSshKeys() {
      return ask(null, ({ localSshKeys }) => localSshKeys);
    },
    rowsOf: (name) => ask(name, ({ rowsOf }) => rowsOf(name)),
    rowOf: (name, fid) => ask(name, ({ rowOf }) => rowOf(name, fid)),
    instancesOf: (bid) => ask('instances', ({ instancesOf }) => instancesOf(bid)),
    isRead: (name) => ask(null, ({ isRead }) => isRead(name)),
    pending: (fid) => ask(null, ({ pending }) => pending(fid)),
    preemption: (fid) => ask(null, ({ preemption }) => preemption(fid)),
    reach: (fid) => ask(null, ({ reach }) => reach(fid)),
  };
}
