import { setFlagsFromString } from 'node:v8';
import { ConfigurationError, loadEnvironment } from '@app/config';
import { announceReady, endWithParent, type ProcessReady } from '@app/contracts';
import { createLogger } from '@app/logging';
import type { ClassConstructor } from 'class-transformer';
import type { Level, Logger } from 'pino';

/** EX_CONFIG of sysexits.h: starting again will not help. */
const MISCONFIGURED = 78;
/** How long the end may take, whatever hangs. */
const END_MS = 15_000;

export interface RunningProcess {
  ready: Omit<ProcessReady, 'type'>;
  /** Finishes what is under way and lets go of everything. */
  close(): Promise<void>;
}

export interface ProcessDefinition<Environment extends { LOG_LEVEL: string }> {
  /** As its log lines call it, for example `The worker`. */
  name: string;
  environment: ClassConstructor<Environment>;
  start(environment: Environment, logger: Logger): Promise<RunningProcess>;
  /** True for an error that the person who starts the process can mend: then its message says it all, on one line. */
  isPlain?: (error: Error) => boolean;
}

/**
 * The life of one process: reads its environment, starts, tells its parent, and ends in good order on SIGTERM, on
 * SIGINT and when its parent has gone. A variable that cannot be used ends it with one line and exit code 78.
 */
export function runProcess<Environment extends { LOG_LEVEL: string }>(
  definition: ProcessDefinition<Environment>,
): void {
  endWithParent();
  collectOnOneThread();
  const environment = readEnvironment(definition.environment);
  const logger = createLogger(environment.LOG_LEVEL as Level);
  const { name } = definition;
  process.on('uncaughtExceptionMonitor', (error) => logger.fatal({ err: error }, `${name} fails`));
  const starting = definition.start(environment, logger);
  endOnSignal(starting, name, logger);
  void announce(starting, definition, logger);
}

/**
 * Few objects survive a collection of the young generation. Sharing it among V8's four threads costs more in waking them
 * than it saves: a fifth of the worker's system calls under load. The old generation is still marked in parallel.
 */
function collectOnOneThread(): void {
  setFlagsFromString('--no-parallel-scavenge');
}

async function announce<Environment extends { LOG_LEVEL: string }>(
  starting: Promise<RunningProcess>,
  { name, isPlain = () => false }: ProcessDefinition<Environment>,
  logger: Logger,
): Promise<void> {
  try {
    const { ready } = await starting;
    logger.info({ address: ready.address }, `${name} is ready`);
    announceReady(ready);
  } catch (error) {
    if (error instanceof Error && isPlain(error)) process.stderr.write(`${error.message}\n`);
    else logger.fatal({ err: error }, `${name} cannot start`);
    process.exit(1);
  }
}

function endOnSignal(starting: Promise<RunningProcess>, name: string, logger: Logger): void {
  const end = async (): Promise<void> => {
    const startedAtMs = performance.now();
    logger.info(`${name} ends`);
    setTimeout(() => {
      logger.error(`${name} did not end within ${END_MS / 1000} s; what it left is taken over or resumed`);
      process.exit(1);
    }, END_MS).unref();
    try {
      await (await starting).close();
      logger.info({ tookMs: Math.round(performance.now() - startedAtMs) }, `${name} has ended`);
      process.exit(0);
    } catch (error) {
      logger.error({ err: error }, `${name} did not end in good order`);
      process.exit(1);
    }
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void end());
}

function readEnvironment<Environment extends object>(shape: ClassConstructor<Environment>): Environment {
  try {
    return loadEnvironment(shape);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return process.exit(MISCONFIGURED);
  }
}
