// Moves the clock of a process ahead by the number of milliseconds in the file CLOCK_AHEAD_FILE. A negative number
// moves it back. The file is read at the start and at each message `clock-moved`, which is then sent back. Timers are not
// affected. Load this module with `node --import`.
import { readFileSync } from 'node:fs';
import process from 'node:process';

const file = process.env.CLOCK_AHEAD_FILE;
const realNow = Date.now.bind(Date);
let aheadMs = 0;
const read = () => (aheadMs = Number(readFileSync(file, 'utf8')));

read();
process.on('message', (message) => {
  if (message !== 'clock-moved') return;
  read();
  process.send(message);
});
Date.now = () => realNow() + aheadMs;
globalThis.Date = new Proxy(Date, {
  construct: (target, parts, newTarget) =>
    Reflect.construct(target, parts.length === 0 ? [target.now()] : parts, newTarget),
});
