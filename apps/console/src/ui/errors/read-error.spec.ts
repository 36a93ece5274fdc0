import { Unreachable } from '../../api/unreachable';
import { ApiError, type Failure } from '../../../../../clients/typescript/src/index.js';
import { ENGLISH } from './english-errors';
import { readApiError, readBrowserError } from './read-error';

const hasText = (key: string) => Object.hasOwn(ENGLISH, key);

function read(
  status: number,
  code: string | undefined,
  { details = [], reason }: { details?: object[]; reason?: Failure } = {},
) {
  const response = new Response(null, { status, headers: { 'retry-after': '7' } });
  return readApiError(new ApiError(response, { error: 'A sentence.', code, details, reason }), hasText);
}

const reasonOf = (code: string, values: Failure['values']): Failure => ({ code, values, message: '' });

describe('The errors of the API', () => {
  it.each([
    [409, 'dashboard_full', reasonOf('dashboard_full', { most: 60 }), 'dashboard_full'],
    [400, 'gateway_refused', reasonOf('gateway_says', { reason: 'Frost.' }), 'gateway_refused_gateway_says'],
    [502, 'gateway_refused', reasonOf('gateway_refused_status', { status: 429 }), 'gateway_refused_status'],
  ])('%i %s: have the values of their reason', (status, code, reason, key) => {
    expect(read(status, code, { reason })).toMatchObject({ key, values: reason.values });
  });

  it('of a write whose outcome is unknown name the point and its value before', () => {
    const values = { reason: reasonOf('gateway_timeout', { seconds: 5 }), code: 'A.1', value: '21' };
    const reason = reasonOf('write_unknown', values);
    expect(read(504, 'gateway_timeout', { reason })).toMatchObject({ key: 'write_unknown', values });
  });

  it('of a write that was not sent are those of its reason', () => {
    const refusal = reasonOf('gateway_refused_status', { status: 429 });
    const reason = reasonOf('nothing_written', { reason: refusal });
    const { values } = refusal;
    expect(read(502, 'gateway_refused', { reason })).toMatchObject({ key: refusal.code, values });
  });

  it.each([
    [400, 'gateway_refused', 'gateway_refused'],
    [429, 'too_many_attempts', 'too_many_attempts'],
    [502, undefined, '502'],
    [503, 'request_abandoned', '503'],
  ])('%i %s: are read by the code or the status', (status, code, key) => {
    expect(read(status, code)?.key).toBe(key);
  });

  it('name the first problem of a model, and the seconds to wait', () => {
    const details = [{ path: '/nodes/0', message: 'No mesh.' }];
    expect(read(400, 'invalid_model', { details })).toEqual({
      key: 'invalid_model',
      values: { seconds: 7, detail: 'No mesh.' },
    });
  });

  it('have no text if nothing is known', () => {
    expect(read(418, 'teapot')).toBeNull();
  });
});

describe('The errors of the browser', () => {
  it.each([
    ['a failed call', new Unreachable('No answer.'), 'unreachable'],
    ['a call that took too long', new DOMException('Too long.', 'TimeoutError'), 'unreachable'],
    ['a defect', new TypeError('x is undefined'), 'unexpected'],
    ['a refusal of the browser', new DOMException('No.', 'NotAllowedError'), 'unexpected'],
    ['a thrown value', 'text', 'unexpected'],
    ['a reason for people', new Error('The export has more than 7 rows.'), null],
  ])('have different texts: %s', (_, error, key) => {
    expect(readBrowserError(error)).toBe(key);
  });
});
