import { DomainError, type ErrorKind } from '@app/kernel';
import { errorOf, faultOf, statusOfFailure } from './write-outcome';

const fail = (kind: ErrorKind, code: string) => new DomainError(kind, code, 'It failed.');

describe('the outcome of a failed write', () => {
  it.each<[ErrorKind, string, string]>([
    ['forbidden', 'interlock', 'refused'],
    ['invalid', 'gateway_refused', 'refused'],
    ['not_found', 'not_found', 'refused'],
    ['conflict', 'gateway_refused', 'refused'],
    ['upstream_failed', 'gateway_refused', 'refused'],
    ['upstream_failed', 'not_written', 'refused'],
    ['unavailable', 'gateway_unavailable', 'not_written'],
    ['unavailable', 'request_abandoned', 'not_written'],
    ['upstream_failed', 'gateway_credentials_refused', 'not_written'],
    ['upstream_failed', 'gateway_failed', 'unknown'],
    ['upstream_timeout', 'gateway_timeout', 'unknown'],
  ])('after an error of the kind %s with the code %s has the status %s', (kind, code, status) => {
    expect(statusOfFailure(fail(kind, code))).toBe(status);
  });

  it('after an unexpected error is unknown, and the message of that error is not shown', () => {
    const error = new TypeError('internals');
    expect(statusOfFailure(error)).toBe('unknown');
    const fault = faultOf(error, { status: 'unknown', code: 'A', previousValue: 1 });
    expect(fault).toMatchObject({ kind: 'upstream_failed', code: 'write_failed' });
    expect(fault.message).not.toContain('internals');
  });

  it.each([
    ['refused', 'It failed.'],
    ['not_written', 'It failed. Nothing was written.'],
    ['unknown', 'It failed. It is not known whether A was written. Its value before was {"on":true}.'],
  ] as const)('is stated in the error message: %s', (status, message) => {
    const fault = faultOf(fail('upstream_failed', 'gateway_failed'), {
      status,
      code: 'A',
      previousValue: { on: true },
    });
    expect(errorOf(fault)).toMatchObject({ kind: 'upstream_failed', code: 'gateway_failed', message });
  });
});
