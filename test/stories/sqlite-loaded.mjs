// Loaded into the program by a test: notes in a file what loads SQLite in the first thread.
import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === 'node:sqlite' && isMainThread)
      appendFileSync(process.env['SQLITE_NOTED'] ?? '', `${context.parentURL}\n`);
    return next(specifier, context);
  },
});
