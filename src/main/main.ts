// Asked for by scripts and prompts: nothing else is loaded for it.
if (process.argv.length === 3 && process.argv[2] === '--version') process.stdout.write(`${SPOTDECK_VERSION}\n`);
else await import('./program.ts');

export {};
