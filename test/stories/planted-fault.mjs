// Loaded into the console by a test: a fault of the program's own, when the test says so.
process.on('SIGUSR2', () => {
  const fall = () => {
    throw new Error('planted fault');
  };
  const where = process.env['PLANTED_FAULT'];
  // What only the drawing of panes uses.
  if (where === 'drawing') String.prototype.repeat = fall;
  // The sequence that erases the frame before, while the next one is being written.
  else if (where === 'writing') {
    const repeat = String.prototype.repeat;
    String.prototype.repeat = function repeatOrFall(count) {
      return this.endsWith('\u001b[1A') ? fall() : repeat.call(this, count);
    };
  } else fall();
});
