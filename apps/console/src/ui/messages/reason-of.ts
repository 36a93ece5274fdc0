import type { Failure } from '../../api/plantroom';

/** The message of an error that has a code. Errors that version 1.0 has stored have no values. */
export function reasonOf({ code, message, reason }: Omit<Failure, 'values'> & { reason?: Failure }): Failure {
  return reason ?? { code, values: {}, message };
}
