import { firstHop, type OutboundRequest } from './outbound-request';

const hopOf = (overrides: Partial<OutboundRequest>) =>
  firstHop({
    method: 'GET',
    url: 'https://one.example/',
    headers: {},
    signal: new AbortController().signal,
    ...overrides,
  });
const refusal = expect.objectContaining({ kind: 'invalid', code: 'request_invalid' });

describe('firstHop', () => {
  it('accepts methods and header names in upper or lower case', () => {
    expect(hopOf({ method: 'post', headers: { 'X-Key': 'a\tb é' }, body: 'x' })).toEqual({
      method: 'POST',
      url: new URL('https://one.example/'),
      headers: { accept: '*/*', 'user-agent': 'Plantroom', 'accept-encoding': 'identity', 'x-key': 'a\tb é' },
      body: 'x',
    });
  });

  it.each(['CONNECT', 'TRACE', 'GET /x HTTP/1.1\r\nhost: a', ''])('refuses the method %j', (method) => {
    expect(() => hopOf({ method })).toThrow(refusal);
  });

  it.each([
    '',
    '/path',
    'one.example',
    'http://',
    'http://a b/',
    'http://999.1.1.1/',
    'http://1.2.3.4.5/',
    'http://one.example:99999/',
    'ftp://one.example/',
    'file:///etc/passwd',
    'gopher://one.example/',
    'data:text/plain,x',
    'javascript:alert(1)',
    'ws://one.example/',
    'blob:https://one.example/x',
    'http://user@one.example/',
    'http://user:secret@one.example/',
    'http://one.example@127.0.0.1/',
  ])('refuses the address %j', (url) => {
    expect(() => hopOf({ url })).toThrow(refusal);
  });

  it.each([
    ['a line break', { 'x-a': 'b\r\nx-c: d' }],
    ['a lone line feed', { 'x-a': 'b\nx' }],
    ['a lone carriage return', { 'x-a': 'b\rx' }],
    ['NUL', { 'x-a': 'b\0' }],
    ['a character outside Latin-1', { 'x-a': '\u560a\u560d' }],
    ['a line break in its name', { 'x-a\r\nx-b': 'c' }],
    ['a colon in its name', { 'x-a: b': 'c' }],
    ['an empty name', { '': 'c' }],
    ['a name that occurs twice', { 'X-A': '1', 'x-a': '2' }],
    ['the name Host', { Host: 'internal' }],
    ['the name Content-Length', { 'Content-Length': '5' }],
    ['the name Transfer-Encoding', { 'Transfer-Encoding': 'chunked' }],
    ['the name Connection', { connection: 'upgrade' }],
    ['the name Upgrade', { upgrade: 'h2c' }],
    ['the name Accept-Encoding', { 'accept-encoding': 'gzip' }],
    ['a number as its value', { 'x-a': 5 as unknown as string }],
  ])('refuses a header with %s', (_what, headers) => {
    expect(() => hopOf({ headers })).toThrow(refusal);
  });

  it.each(['GET', 'HEAD'])('refuses a body for %s', (method) => {
    expect(() => hopOf({ method, body: 'x' })).toThrow(refusal);
  });

  it("shows neither the address nor a header's value in its error", () => {
    for (const wrong of [{ url: 'http://u:hunter2@x/' }, { headers: { 'x-a': 'hunter2\n' } }]) {
      expect(() => hopOf(wrong)).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
      );
    }
  });
});
