// Loaded into a program before anything of its own (`--import`): its clock goes wrong by `CLOCK_SHIFT_MS` milliseconds. Timers do not.
const shift = Number(process.env["CLOCK_SHIFT_MS"]);
const right = globalThis.Date;
const now = () => right.now() + shift;

globalThis.Date = new Proxy(right, {
  construct: (target, args: unknown[], newTarget: typeof right) =>
    args.length === 0 ? new target(now()) : Reflect.construct(target, args, newTarget),
  apply: () => new right(now()).toString(),
  get: (target, key, receiver) => (key === "now" ? now : Reflect.get(target, key, receiver)),
});
