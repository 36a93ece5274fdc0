import { pathsOverlap, samePath } from './path-overlap';

describe('pathsOverlap', () => {
  it.each([
    ['/api/auth/login', '/api/auth/login'],
    ['/api/auth/login', '/api/auth/LOGIN'],
    ['/api/auth/login', '/api/auth/login/'],
    ['/api/public/settings', '/api/public/:name'],
    ['/api/webhook/:slug', '/api/webhook/rotate'],
    ['/api/auth/oauth/:provider/callback', '/api/auth/oauth/google/callback'],
    ['/documentation/*path', '/documentation/json'],
    ['/documentation/*path', '/documentation/assets/main.css'],
    ['/documentation{/*path}', '/documentation/json'],
    ['/documentation{/*path}', '/documentation'],
    ['/api/webhook', '/api/*rest'],
  ])('returns true if one of %s and %s covers the other', (left, right) => {
    expect(pathsOverlap(left, right)).toBe(true);
    expect(pathsOverlap(right, left)).toBe(true);
  });

  it.each([
    ['/api/webhook', '/api/webhooks-admin'],
    ['/api/auth/login', '/api/auth/login-history'],
    ['/api/auth/login', '/api/auth/login/history'],
    ['/api/webhook/:slug', '/api/webhook/:slug/secret'],
    ['/api/webhook/:slug', '/api/workflows/:id'],
    ['/documentation/*path', '/documentation'],
    ['/api/auth/oauth/providers', '/api/auth/oauth/:provider/authorize'],
    ['/api/workflows/resume/:token', '/api/workflows/:id/trigger'],
  ])('returns false if neither %s nor %s covers the other', (left, right) => {
    expect(pathsOverlap(left, right)).toBe(false);
    expect(pathsOverlap(right, left)).toBe(false);
  });
});

describe('samePath', () => {
  it('ignores the names of parameters', () => {
    expect(samePath('/api/webhook/:slug', '/api/webhook/:id')).toBe(true);
    expect(samePath('/documentation/*path', '/documentation/*rest')).toBe(true);
  });

  it('distinguishes a parameter from a word', () => {
    expect(samePath('/api/webhook/:slug', '/api/webhook/rotate')).toBe(false);
    expect(samePath('/api/public/settings', '/api/public/:name')).toBe(false);
  });
});
