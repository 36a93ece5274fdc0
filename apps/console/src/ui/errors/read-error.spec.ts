import { Unreachable } from '../../api/unreachable';
import { ApiError } from '../../../../../clients/typescript/src/index.js';
import { ENGLISH } from './english-errors';
import { readApiError, readBrowserError } from './read-error';

const hasText = (key: string) => Object.hasOwn(ENGLISH, key);

function read(status: number, code: string | undefined, message: string, details: object[] = []) {
  const response = new Response(null, { status, headers: { 'retry-after': '7' } });
  return readApiError(new ApiError(response, { error: message, code, details }), hasText);
}

describe('The errors of the API', () => {
  it.each([
    [409, 'dashboard_full', 'The dashboard has 60 widgets, which is the limit.', 'dashboard_full', '60'],
    [400, 'gateway_refused', 'Frost protection is on.', 'gatewayReason', 'Frost protection is on.'],
    [502, 'gateway_refused', 'The gateway refused the call with status 429.', 'gatewayStatus', '429'],
  ])('%i %s: have the values of their message', (status, code, message, key, value) => {
    const known = read(status, code, message);
    expect([known?.key, Object.values(known?.values ?? {})]).toEqual([key, [value]]);
  });

  it('of a write whose outcome is unknown name the point and its value before', () => {
    const message = 'The gateway did not answer within 5 s. It is not known whether A.1 was written.';
    expect(read(504, 'gateway_timeout', `${message} Its value before was 21.`)).toEqual({
      key: 'writeUnknown',
      values: { code: 'A.1', value: '21' },
    });
  });

  it.each([
    [400, 'gateway_refused', 'The gateway refuses this request.', 'gateway_refused'],
    [429, 'too_many_attempts', 'Too many attempts.', 'too_many_attempts'],
    [502, undefined, 'Bad gateway', '502'],
    [503, 'request_abandoned', 'Too late.', '503'],
  ])('%i %s: are read by the code or the status', (status, code, message, key) => {
    expect(read(status, code, message)?.key).toBe(key);
  });

  it('name the first problem of a model, and the seconds to wait', () => {
    const known = read(400, 'invalid_model', 'Wrong.', [{ path: '/nodes/0', message: 'No mesh.' }]);
    expect(known).toEqual({ key: 'invalid_model', values: { seconds: 7, detail: 'No mesh.' } });
  });

  it('have no text if the message lacks a value of the text, or if nothing is known', () => {
    expect(read(409, 'dashboard_full', 'Full.')).toBeNull();
    expect(read(418, 'teapot', 'A teapot.')).toBeNull();
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
