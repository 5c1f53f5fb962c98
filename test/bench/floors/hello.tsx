import { render, Text } from 'ink';

/** The least that a program with Ink can show. */
render(<Text>hello, world</Text>, { alternateScreen: true, incrementalRendering: true });
