import { Box, render, Text, useInput } from 'ink';
import { memo, useState } from 'react';

/** Bare Ink: 40 visible rows, each a memoised text, no polls. */
const COUNT = 15_000;
const PAGE = 40;
const rows = Array.from({ length: COUNT }, (_, n) => ({
  name: `train-${String(n).padStart(5, '0')}`,
  rest: `● allocated   8xh100.sxm5   eu-north${(n % 3) + 1}   2/2   $${(1 + (n % 400) / 100).toFixed(2)}   3d`,
}));

const Row = memo(function Row({ text, at }: { readonly text: string; readonly at: boolean }) {
  return <Text inverse={at}>{text}</Text>;
});

function Table() {
  const [{ at, top }, move] = useState({ at: 0, top: 0 });
  useInput((input) => {
    // Keys pressed together are one input.
    if (!/^j+$/.test(input)) return;
    move((was) => {
      const next = Math.min(COUNT - 1, was.at + input.length);
      return { at: next, top: next >= was.top + PAGE ? next - PAGE / 2 : was.top };
    });
  });
  return (
    <Box flexDirection="column">
      {rows.slice(top, top + PAGE).map(({ name, rest }, n) => (
        <Row key={name} text={`${name}   ${rest}`} at={top + n === at} />
      ))}
      <Text>{`${at + 1}/${COUNT} `}</Text>
    </Box>
  );
}

render(<Table />, { alternateScreen: true, incrementalRendering: true, maxFps: 60 });
