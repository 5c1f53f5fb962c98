// Loaded into the console by a test: a fault of the program's own, when the test says so.
process.on('SIGUSR2', () => {
  const fall = () => {
    throw new Error('planted fault');
  };
  // What only the drawing of panes uses.
  if (process.env['PLANTED_FAULT'] === 'drawing') String.prototype.repeat = fall;
  else fall();
});
