// Lets the clock of a process run ahead by CLOCK_AHEAD_MS. Timers keep their pace. Load it with `node --import`.
import { env } from 'node:process';

const aheadMs = Number(env.CLOCK_AHEAD_MS);
const realNow = Date.now.bind(Date);

Date.now = () => realNow() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, parts, newTarget) =>
    Reflect.construct(target, parts.length === 0 ? [target.now()] : parts, newTarget),
});
