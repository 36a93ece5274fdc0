import 'reflect-metadata';
import { ConfigurationError, SupervisorEnvironment, loadEnvironment } from '@app/config';
import { EmbeddedPostgresError } from '@app/embedded-postgres';
import { checkCombinations } from './check-combinations';
import { openDataFolder } from './data-folder';
import { StartError } from './start-error';
import { Supervisor } from './supervisor';
import { Terminal } from './terminal';

/** npm passes on the Ctrl-C that the terminal also sends to this process: one key press, two signals. */
const SAME_KEY_PRESS_MS = 500;
const PARENT_CHECK_MS = 500;
/** EX_CONFIG of sysexits.h. */
const MISCONFIGURED = 78;

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
    // A requested stop interrupts the start; that is no failure.
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
      terminal.warn('Not waiting any longer.');
      void supervisor.kill().finally(() => process.exit(1));
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}

/** An npm that was killed passes no signal on, and the product would keep running unnoticed. */
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

/** Errors that a person can fix are one line. Any other error is a defect and shows its stack. */
function exitWith(error: unknown): never {
  const known =
    error instanceof ConfigurationError ||
    error instanceof StartError ||
    error instanceof EmbeddedPostgresError;
  console.error(known ? error.message : error);
  process.exit(error instanceof ConfigurationError ? MISCONFIGURED : 1);
}

main().catch(exitWith);
