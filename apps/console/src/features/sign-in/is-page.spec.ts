import { isPage } from './is-page';

describe('isPage', () => {
  it.each(['/', '/alerts?alert=3', '/?from=here'])('accepts %s, a page of the console', (path) => {
    expect(isPage(path)).toBe(true);
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
    expect(isPage(path)).toBe(false);
  });
});
