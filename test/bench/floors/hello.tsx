import { render, Text } from 'ink';

/** The smallest program with Ink. */
render(<Text>hello, world</Text>, { alternateScreen: true, incrementalRendering: true });
