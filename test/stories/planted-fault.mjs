// Loaded into the console by a test: a fault of the program's own, when the test says so.
process.on('SIGUSR2', () => {
  throw new Error('planted fault');
});
