import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program on this terminal, in the folder of the checkout. If this process gets a signal, it passes the signal
 * on to the program, and exits after the program.
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
  try {
    const [code] = await once(child, 'exit').catch((error) => {
      throw new Failure(`${program} cannot be run: ${error.message}`);
    });
    if (received) process.exit(128 + constants.signals[received]);
    return code ?? 1;
  } finally {
    for (const signal of SIGNALS) process.off(signal, pass);
  }
}
