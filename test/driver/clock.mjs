// Preloaded into a program: its clock begins at TEST_CLOCK, in milliseconds since 1970.
const system = Date;
const aheadMs = Number(process.env['TEST_CLOCK']) - system.now();
const now = () => system.now() + aheadMs;

globalThis.Date = new Proxy(system, {
  construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
