import { type HeaderValues, requestHeaders } from './request-headers';

describe('requestHeaders', () => {
  it.each<[string, HeaderValues, Record<string, string>, Record<string, string>]>([
    ['the defaults', {}, { 'content-type': 'text/plain' }, { 'content-type': 'text/plain' }],
    ['the headers of the user', { 'X-Room': 'A 101' }, {}, { 'x-room': 'A 101' }],
    ['numbers and booleans as text', { a: 1, b: false }, {}, { a: '1', b: 'false' }],
    [
      'the header of the user instead of the default',
      { 'Content-TYPE': 'text/csv' },
      { 'content-type': 'a/b' },
      { 'content-type': 'text/csv' },
    ],
    ['Latin-1 and tabs', { a: 'Zürich\tNord' }, {}, { a: 'Zürich\tNord' }],
    ['an empty value', { a: '' }, {}, { a: '' }],
  ])('includes %s', (_, own, defaults, sent) => {
    expect(requestHeaders(own, defaults)).toEqual(sent);
  });

  it.each<[string, HeaderValues]>([
    ['a line break in a value', { a: '1\r\nHost: internal' }],
    ['a line feed at the end', { a: '1\n' }],
    ['NUL in a value', { a: '1\0' }],
    ['characters that a header cannot have', { a: '能源' }],
    ['a line break in a name', { 'a: 1\r\nb': '2' }],
    ['a blank in a name', { 'a b': '1' }],
    ['no name', { '': '1' }],
    ['one name twice', { 'X-A': '1', 'x-a': '2' }],
  ])('refuses %s', (_, own) => {
    expect(() => requestHeaders(own, {})).toThrow(expect.objectContaining({ code: 'header_invalid' }));
  });
});
