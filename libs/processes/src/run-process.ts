import { setFlagsFromString } from 'node:v8';
import { EnvironmentError, loadEnvironment, MISCONFIGURED } from '@app/config';
import { cacheValidationRules } from '@app/kernel';
import { createLogger } from '@app/logging';
import type { ClassConstructor } from 'class-transformer';
import type { Level, Logger } from 'pino';
import { announceReady, END_MS, endWithParent, type ProcessReady } from './process-ready';

export interface RunningProcess {
  ready: Omit<ProcessReady, 'type'>;
  /** Finishes active work and closes all resources. */
  close(): Promise<void>;
}

export interface ProcessDefinition<Environment extends { LOG_LEVEL: string }> {
  /** The subject of log lines about the process, for example `The worker`. */
  name: string;
  environment: ClassConstructor<Environment>;
  start(environment: Environment, logger: Logger): Promise<RunningProcess>;
  /**
   * Returns true for an error that the operator can correct. Its message is then logged on one line, without a stack
   * trace.
   */
  isPlain?: (error: Error) => boolean;
  /**
   * Returns true for an error that lasts until the operator acts. The process then exits with code 78, which shows that
   * a restart will not help.
   */
  isLasting?: (error: Error) => boolean;
}

/**
 * Runs a process: reads its environment, starts the process, reports to the parent, and shuts down on SIGTERM, on
 * SIGINT and when the parent has ended. After an invalid variable or a lasting error, the process exits with code 78.
 */
export function runProcess<Environment extends { LOG_LEVEL: string }>(
  definition: ProcessDefinition<Environment>,
): void {
  endWithParent();
  collectOnOneThread();
  cacheValidationRules();
  const environment = readEnvironment(definition.environment);
  const logger = createLogger(environment.LOG_LEVEL as Level);
  const { name } = definition;
  process.on('uncaughtExceptionMonitor', (error) =>
    logger.fatal({ err: error }, `${name} stops because of an uncaught error`),
  );
  const starting = definition.start(environment, logger);
  endOnSignal(starting, name, logger);
  void announce(starting, definition, logger);
}

/**
 * Lets V8 collect the young generation on one thread. Few objects survive such a collection, so more threads cost more
 * than they save. Under load, waking four threads caused a fifth of the worker's system calls. The old generation is
 * still marked in parallel.
 */
function collectOnOneThread(): void {
  setFlagsFromString('--no-parallel-scavenge');
}

async function announce<Environment extends { LOG_LEVEL: string }>(
  starting: Promise<RunningProcess>,
  { name, isPlain = () => false, isLasting = () => false }: ProcessDefinition<Environment>,
  logger: Logger,
): Promise<void> {
  try {
    const { ready } = await starting;
    logger.info({ address: ready.address }, `${name} is ready`);
    announceReady(ready);
  } catch (error) {
    const isFinal = error instanceof Error && isLasting(error);
    if (isFinal || (error instanceof Error && isPlain(error))) process.stderr.write(`${error.message}\n`);
    else logger.fatal({ err: error }, `${name} cannot start`);
    process.exit(isFinal ? MISCONFIGURED : 1);
  }
}

function endOnSignal(starting: Promise<RunningProcess>, name: string, logger: Logger): void {
  const end = async (): Promise<void> => {
    const startedAtMs = performance.now();
    logger.info(`${name} is shutting down`);
    setTimeout(() => {
      logger.error(
        `${name} did not shut down within ${END_MS / 1000} s. Another process will continue its unfinished work.`,
      );
      process.exit(1);
    }, END_MS).unref();
    try {
      await (await starting).close();
      logger.info({ tookMs: Math.round(performance.now() - startedAtMs) }, `${name} has ended`);
      process.exit(0);
    } catch (error) {
      logger.error({ err: error }, `${name} failed to shut down cleanly`);
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end());
}

function readEnvironment<Environment extends object>(shape: ClassConstructor<Environment>): Environment {
  try {
    return loadEnvironment(shape);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(MISCONFIGURED);
  }
}
