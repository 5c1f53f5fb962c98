/** Fiber of React, for a component or an element: the tree of fibers is what is mounted. */
type Fiber = {
  readonly type: unknown;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
};

/** React's flag of a component whose function was called. */
const CALLED = 1;

/** React's work for the screens opened by `withRenders`. */
export type Renders = {
  /** Number of commits of the screen's tree. */
  commits: number;
  /** Number of components called for it. */
  called: number;
  /** Number of components and elements now. */
  readonly mounted: () => number;
};

/** Counts React's work through the hook of its developer tools, for a screen that `open` opens. */
export function withRenders<Screen>(open: () => Screen): { readonly screen: Screen; readonly renders: Renders } {
  let root: Fiber | null = null;
  const renders: Renders = { commits: 0, called: 0, mounted: () => (root === null ? 0 : countIn(root)) };
  const hook = {
    isDisabled: false,
    supportsFiber: true,
    checkDCE: () => undefined,
    inject: () => 1,
    onCommitFiberUnmount: () => undefined,
    onPostCommitFiberRoot: () => undefined,
    onCommitFiberRoot: (_: unknown, { current }: { readonly current: Fiber }) => {
      root = current;
      renders.commits += 1;
      renders.called += calledIn(current);
    },
  };
  Object.assign(globalThis, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });
  process.env['DEV'] = 'true';
  try {
    return { screen: open(), renders };
  } finally {
    delete process.env['DEV'];
  }
}

function countIn(fiber: Fiber): number {
  let count = 1;
  for (let child = fiber.child; child !== null; child = child.sibling) count += countIn(child);
  return count;
}

/** A subtree that React skipped is the same object as before. */
function calledIn(fiber: Fiber): number {
  const before = fiber.alternate;
  const isComponent = typeof fiber.type !== 'string' && fiber.type !== null;
  let count = isComponent && (before === null || (fiber.flags & CALLED) !== 0) ? 1 : 0;
  if (before !== null && fiber.child === before.child) return count;
  for (let child = fiber.child; child !== null; child = child.sibling) count += calledIn(child);
  return count;
}
