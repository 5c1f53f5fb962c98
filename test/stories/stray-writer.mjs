// Loaded into the console by a test: what libraries and Node itself would write over the screen, when the test says so.
process.on('SIGUSR2', () => {
  // biome-ignore lint/suspicious/noConsole: what a library would do
  console.log('stray stdout');
  // biome-ignore lint/suspicious/noConsole: what a library would do
  console.error('stray stderr\n\u001b[31mof two lines\u001b[0m');
  process.stdout.write('stray bytes\n');
  process.stderr.write(Buffer.from('stray buffer\n'));
  process.emitWarning('stray deprecation', 'DeprecationWarning');
  process.emitWarning('stray experiment', 'ExperimentalWarning');
  process.emitWarning('certificates are not checked');
});
