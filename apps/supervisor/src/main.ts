import 'reflect-metadata';
import { EnvironmentError, MISCONFIGURED, SupervisorEnvironment, loadEnvironment } from '@app/config';
import { EmbeddedPostgresError } from '@app/embedded-postgres';
import { checkCombinations } from './check-combinations';
import { openDataFolder } from './data-folder';
import { StartError } from './start-error';
import { Supervisor } from './supervisor';
import { Terminal } from './terminal';

/** Signals within this time count as one. Ctrl-C causes two: one from the terminal and one from npm. */
const SAME_KEY_PRESS_MS = 500;
const PARENT_CHECK_MS = 500;

async function main(): Promise<void> {
  const environment = loadEnvironment(SupervisorEnvironment, process.env, checkCombinations);
  const terminal = new Terminal(process.stdout);
  const folder = await openDataFolder(environment.DATA_DIR);
  const supervisor = new Supervisor(environment, folder, terminal);
  stopOnSignals(supervisor, terminal);
  stopWithNpm();
  process.once('uncaughtException', (error) => void stopAfter(error, supervisor));
  try {
    await supervisor.start();
  } catch (error) {
    // If a stop was requested, the start was interrupted on purpose and has not failed.
    if (!supervisor.isStopping) await stopAfter(error, supervisor);
  }
}

function stopOnSignals(supervisor: Supervisor, terminal: Terminal): void {
  let firstAt: number | undefined;
  const onSignal = (): void => {
    if (firstAt === undefined) {
      firstAt = Date.now();
      terminal.info('Stopping …');
      void supervisor.stop().then(() => {
        terminal.info('Stopped.');
        process.exit(0);
      }, exitWith);
    } else if (Date.now() - firstAt > SAME_KEY_PRESS_MS) {
      terminal.warn('Second signal: stopping without waiting.');
      void supervisor.kill().finally(() => process.exit(1));
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

/**
 * Stops the product if npm ends. If npm is killed, this process gets no signal, and the product would keep running
 * unnoticed.
 */
function stopWithNpm(): void {
  const npm = process.ppid;
  if (!process.env.npm_lifecycle_event) return;
  const watch = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  watch.unref();
}

async function stopAfter(failure: unknown, supervisor: Supervisor): Promise<void> {
  await supervisor.stop().catch(exitWith);
  exitWith(failure);
}

/** Prints one line for an error that a person can fix. Any other error is a defect and is printed with its stack. */
function exitWith(error: unknown): never {
  const known =
    error instanceof EnvironmentError ||
    error instanceof StartError ||
    error instanceof EmbeddedPostgresError;
  console.error(known ? error.message : error);
  process.exit(error instanceof EnvironmentError ? MISCONFIGURED : 1);
}

main().catch(exitWith);
