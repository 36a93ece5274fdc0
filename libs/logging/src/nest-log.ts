import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';
import { maskText } from './mask-text';

type Level = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace';

/** Contexts in which Nest logs its own start-up. These lines are logged at debug level. */
const CHATTER = new Set<unknown>([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/**
 * The logger of Nest and of `new Logger(context)`. It can be called with `log('text')`, `error(error)` and `error({
 * err, lease }, 'text')`. It replaces nestjs-pino, whose error serializer logs every property of an error.
 */
export class NestLog implements LoggerService {
  constructor(private readonly logger: Logger) {}

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('info', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  /** Nest appends the context. A text or the stack of an error may come between the message and the context. */
  private write(asked: Level, message: unknown, rest: unknown[]): void {
    const context = rest.at(-1);
    const level = asked === 'info' && CHATTER.has(context) ? 'debug' : asked;
    const [second] = rest.slice(0, -1);
    const fields = { ...(context !== undefined && { context }), ...fieldsOf(message) };
    if (typeof message === 'string') {
      if (isStack(second)) Object.assign(fields, { err: withStack(message, second) });
      this.logger[level](fields, maskText(message));
    } else if (typeof second === 'string' && !isStack(second)) {
      this.logger[level](fields, maskText(second));
    } else {
      this.logger[level](fields);
    }
  }
}

function fieldsOf(message: unknown): object {
  if (message instanceof Error) return { err: message };
  return typeof message === 'object' && message !== null ? message : {};
}

function isStack(text: unknown): text is string {
  return typeof text === 'string' && /\n\s+at /.test(text);
}

function withStack(message: string, stack: string): Error {
  return Object.assign(new Error(message), { stack });
}
