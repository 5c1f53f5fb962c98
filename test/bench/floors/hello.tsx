import { render, Text } from 'ink';

render(<Text>hello, world</Text>, { alternateScreen: true, incrementalRendering: true });
