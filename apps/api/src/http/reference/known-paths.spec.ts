import { allowedMethods } from './known-paths';

const ROUTES = [
  { method: 'GET', path: '/api/users' },
  { method: 'POST', path: '/api/users' },
  { method: 'DELETE', path: '/api/users/:id' },
  { method: 'GET', path: '/api/users/roles' },
  { method: 'GET', path: '/documentation/*path' },
];

describe('allowedMethods', () => {
  it.each([
    ['/api/users', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/API/Users/', ['GET', 'HEAD', 'OPTIONS', 'POST']],
    ['/api/users/7', ['DELETE', 'OPTIONS']],
    ['/api/users/roles', ['DELETE', 'GET', 'HEAD', 'OPTIONS']],
    ['/documentation/a/b', ['GET', 'HEAD', 'OPTIONS']],
    ['/api/users/:id', ['DELETE', 'OPTIONS']],
    ['/api/users/*id', ['DELETE', 'OPTIONS']],
    ['/', []],
    ['/api', []],
    ['/api/users/7/8', []],
    ['/api/users//', []],
    ['//api/users', []],
    ['/documentation/', []],
    ['/documentationx/a', []],
  ])('returns the methods of the path %s, and compares paths by whole segments', (path, expected) => {
    expect(allowedMethods(ROUTES, path)).toEqual(expected);
  });
});
