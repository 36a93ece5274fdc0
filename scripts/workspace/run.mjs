import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** The programs that run now. */
let running = 0;

/**
 * Runs a program on this terminal, in the folder of the checkout. If this process gets a signal, it passes the signal
 * on to all programs, and exits after the last one.
 * @returns the program's exit code
 */
export async function run(program, args, { env = {} } = {}) {
  const child = spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } });
  let received;
  const pass = (signal) => {
    received = signal;
    child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, pass);
  running++;
  try {
    const [code] = await once(child, 'exit').catch((error) => {
      throw new Failure(`${program} cannot be run: ${error.message}`);
    });
    if (received && running === 1) process.exit(128 + constants.signals[received]);
    return code ?? 1;
  } finally {
    running--;
    for (const signal of SIGNALS) process.off(signal, pass);
  }
}
