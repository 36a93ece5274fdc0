import type { PointWriteEntity, PointWriteFault, PointWriteStatus } from '@app/entities';
import { DomainError, type ErrorKind, type Message, say } from '@app/kernel';

const REFUSALS: ReadonlySet<ErrorKind> = new Set(['invalid', 'not_found', 'conflict', 'forbidden']);
/** The outcomes of gateway errors whose code shows that the gateway refused the write, or that it was not sent. */
const STATUS_BY_CODE: Readonly<Record<string, PointWriteStatus>> = {
  gateway_refused: 'refused',
  not_written: 'refused',
  gateway_credentials_refused: 'not_written',
};
const LONGEST_VALUE = 100;

/** Returns the status of a write after an error of the gateway. */
export function statusOfFailure(error: unknown): PointWriteStatus {
  if (!(error instanceof DomainError)) return 'unknown';
  if (REFUSALS.has(error.kind)) return 'refused';
  // The circuit is open, the tokens cannot be read, or the client has disconnected: the write was not sent.
  if (error.kind === 'unavailable') return 'not_written';
  return STATUS_BY_CODE[error.code] ?? 'unknown';
}

/** Returns the fault of a write. The message also says whether anything was written, or that this is not known. */
export function faultOf(
  error: unknown,
  { status, code, previousValue }: Pick<PointWriteEntity, 'status' | 'code' | 'previousValue'>,
): PointWriteFault {
  const known =
    error instanceof DomainError
      ? error
      : new DomainError('upstream_failed', 'write_failed', say('write_failed'));
  const value = JSON.stringify(previousValue).slice(0, LONGEST_VALUE);
  const { kind, reason } = known;
  const outcomes: Partial<Record<PointWriteStatus, Message>> = {
    not_written: say('nothing_written', { reason }),
    unknown: say('write_unknown', { reason, code, value }),
  };
  const { message } = outcomes[status] ?? reason;
  return { kind, code: known.code, message, reason: outcomes[status] ?? reason };
}

export function errorOf({ kind, code, message, reason }: PointWriteFault): DomainError {
  return new DomainError(kind as ErrorKind, code, reason ?? message);
}

/** The error of a write whose execution was cancelled, ran out of time, or was taken over by another worker. */
export function executionStopped(): DomainError {
  return new DomainError('unavailable', 'execution_stopped', say('execution_stopped'));
}

/** The error of a write if the gateway answered that it did not write. */
export function notWritten(code: string): DomainError {
  return new DomainError('upstream_failed', 'not_written', say('not_written', { code }));
}
