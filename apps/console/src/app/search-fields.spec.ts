import { readPath } from './search-fields';

describe('readPath', () => {
  it.each(['/', '/alerts?alert=3', '/?from=here'])('accepts %s, a path of the console', (path) => {
    expect(readPath(path)).toBe(path);
  });

  it.each([
    '//example.org/a',
    '/\\\\example.org/a',
    '/\\example.org/a',
    'https://example.org/a',
    'javascript:alert(1)',
    '',
    undefined,
    ['/alerts'],
  ])('refuses %j, to which nobody is redirected after the sign-in', (path) => {
    expect(readPath(path)).toBeUndefined();
  });
});
