import fc from 'fast-check';
import { hideSecrets, maskSecrets } from './mask-secrets';
import { restoreSecrets } from './restore-secrets';
import { maskSecretsInText } from './secrets-in-text';

describe('maskSecrets', () => {
  it.each([
    'password',
    'newPassword',
    'passwd',
    'passphrase',
    'clientSecret',
    'refreshToken',
    'credentials',
    'Authorization',
    'Proxy-Authorization',
    'Cookie',
    'set-cookie',
    'api_key',
    'apiKey',
    'X-Api-Key',
    'apikey',
  ])('masks a field called %s, at any depth', (name) => {
    expect(maskSecrets([{ of: { [name]: 'hidden', other: 'shown' } }])).toEqual([
      { of: { [name]: '********', other: 'shown' } },
    ]);
  });

  it.each(['x-auth', 'X-Functions-Key', 'key', 'sig', 'X-Signature', 'appid', 'jwt'])(
    'masks a field called %s only among headers and parameters',
    (name) => {
      expect(maskSecrets({ headers: { [name]: 'hidden' }, [name]: 'shown' })).toEqual({
        headers: { [name]: '********' },
        [name]: 'shown',
      });
    },
  );

  it.each(['idempotency-key', 'accept', 'content-type', 'x-request-id'])(
    'does not mask the header %s',
    (name) => {
      expect(maskSecrets({ headers: { [name]: 'shown' } })).toEqual({ headers: { [name]: 'shown' } });
    },
  );

  it('masks numbers, lists and objects as a whole, but not null', () => {
    expect(maskSecrets({ token: 7, secrets: ['a'], cookie: { a: 'b' }, password: null })).toEqual({
      token: '********',
      secrets: '********',
      cookie: '********',
      password: null,
    });
  });

  it('masks the value of a name-value pair if its name denotes a secret', () => {
    const pairs = [
      { name: 'Authorization', value: 'hidden' },
      { key: 'apiKey', value: 1 },
      { name: 'a', value: 'b' },
    ];
    expect(maskSecrets(pairs).map(({ value }) => value)).toEqual(['********', '********', 'b']);
  });

  it('does not change instances of classes, and replaces circular references', () => {
    const at = new Date(0);
    const error = new Error('token');
    const circle: Record<string, unknown> = { at, error };
    circle.self = circle;
    expect(maskSecrets(circle)).toEqual({ at, error, self: '[circular]' });
  });

  it('does not modify its input', () => {
    const data = Object.freeze({ headers: Object.freeze({ cookie: 'a' }) });
    expect(maskSecrets(data)).not.toBe(data);
    expect(data.headers.cookie).toBe('a');
  });
});

describe('maskSecretsInText', () => {
  it.each([
    ['https://x.org/a?apikey=hidden&days=2', 'https://x.org/a?apikey=********&days=2'],
    ['https://x.org/?q=1&access_token=hidden#top', 'https://x.org/?q=1&access_token=********#top'],
    ['https://x.org/?api%5Fkey=hidden', 'https://x.org/?api%5Fkey=********'],
    ['https://x.org/?key={{ env.KEY + "&" }}&a=1', 'https://x.org/?key=********&a=1'],
    ['https://x.org/?key=ab{{ env.KEY', 'https://x.org/?key=********'],
    ['https://ada:hidden@x.org/a@b', 'https://********@x.org/a@b'],
    ['grant_type=password&client_secret=hidden', 'grant_type=password&client_secret=********'],
    ['It called https://x.org/?sig=hidden and failed', 'It called https://x.org/?sig=******** and failed'],
    ['{"authorization":"Bearer hidden","a":"b"}', '{"authorization":"********","a":"b"}'],
    ['"{\\"token\\": \\"hidden\\", \\"a\\": 1}"', '"{\\"token\\": \\"********\\", \\"a\\": 1}"'],
    ["{'api-key': 'hidden'}", "{'api-key': '********'}"],
    ['Host: a\nAuthorization: Basic aGlkZGVu\nAccept: b', 'Host: a\nAuthorization: ********\nAccept: b'],
    ['sent Bearer hidden.hidden', 'sent Bearer ********'],
    ['sent Basic aGlkZGVuOmhpZGRlbg==', 'sent Basic ********'],
    [`the key pk_${'aB3_-'.repeat(9).slice(0, 43)}, sent`, 'the key ********, sent'],
    ['two ?token=a&token=b', 'two ?token=********&token=********'],
  ])('masks the credentials in %s', (text, masked) => {
    expect(maskSecretsInText(text)).toBe(masked);
  });

  it.each([
    '',
    'nothing',
    'https://x.org/a?days=2&lang=de',
    'mail ada@example.org',
    'variables.token == 1 && variables.token => 2',
    'The token has expired: sign in.',
    'bear with Basic needs',
    'the code pk_1 and the prefix pk_3kQ8vZx1',
    '?token=',
  ])('does not mask %j', (text) => {
    expect(maskSecretsInText(text)).toBe(text);
  });

  it.each([
    ['braces', '?key={{'.repeat(50_000)],
    ['quotes', '"token":"'.repeat(50_000)],
    ['backslashes', '\\'.repeat(300_000)],
    ['addresses', '://'.repeat(100_000)],
    ['blanks', `Bearer${' '.repeat(300_000)}x`],
    ['letters', 'a'.repeat(300_000)],
  ])('searches a long text of %s in linear time', (_, text) => {
    expect(maskSecretsInText(text).length).toBeGreaterThan(0);
  });
});

describe('hideSecrets', () => {
  it('masks secrets that occur again in other fields', () => {
    const data = {
      input: { url: 'https://x.org/?apikey=key-1234', headers: { authorization: 'Bearer tok-5678' } },
      output: { body: { sent: 'tok-5678', url: 'x key-1234 y' } },
      logs: ['The answer was: "key-1234"'],
    };
    const text = JSON.stringify(hideSecrets(data));
    expect(text).not.toMatch(/key-1234|tok-5678/);
    expect(hideSecrets(data).output.body).toEqual({ sent: '********', url: 'x ******** y' });
  });

  it('masks the encoded password of a Basic authorization', () => {
    const authorization = `Basic ${Buffer.from('ada:open-sesame').toString('base64')}`;
    expect(hideSecrets({ headers: { authorization }, log: 'open-sesame' })).toEqual({
      headers: { authorization: '********' },
      log: '********',
    });
  });

  it.each(['input', 'results', 'triggerData', 'body', 'name'])(
    'keeps the names of fields if %s is a secret',
    (token) => {
      const data = { triggerData: { token }, results: [{ input: { name: `a ${token}`, body: 1 } }] };
      expect(hideSecrets(data)).toEqual({
        triggerData: { token: '********' },
        results: [{ input: { name: 'a ********', body: 1 } }],
      });
    },
  );

  it('keeps all names of fields and shows no secret, for random data', () => {
    const word = fc.oneof(fc.constantFrom('input', 'output', 'token', 'body', '********'), fc.string());
    const data = fc.record({
      found: fc.array(fc.record({ secret: word }), { maxLength: 5 }),
      body: fc.jsonValue({ maxDepth: 4 }),
      lines: fc.array(fc.tuple(word, word, word)),
    });
    fc.assert(
      fc.property(data, ({ found, body, lines }) => {
        const secrets = found.map(({ secret }) => secret);
        const echoes = lines.map(
          ([before, after], index) => before + (secrets[index % secrets.length] ?? '') + after,
        );
        const shown = hideSecrets({ found, body, echoes });
        expect(namesOf(shown)).toEqual(namesOf(maskSecrets({ found, body, echoes })));
        const long = secrets.filter((secret) => secret.length >= 4 && secret !== '********');
        for (const text of textsOf(shown)) {
          const rest = text.split('********');
          for (const secret of long) expect(rest.filter((part) => part.includes(secret))).toEqual([]);
        }
      }),
    );
  });

  it('replaces every text if there are too many secrets to search for', () => {
    const tokens = Array.from({ length: 1000 }, (_, index) => ({
      token: `token-${index}-${'x'.repeat(40)}`,
    }));
    const shown = hideSecrets({
      list: tokens,
      headers: { authorization: 'Bearer tok-5678' },
      log: 'sent tok-5678',
      at: 7,
    });
    expect(shown).toMatchObject({ headers: { authorization: '********' }, log: '[not shown]', at: 7 });
    expect(shown.list).toEqual(tokens.map(() => ({ token: '********' })));
  });

  it('masks all of 200 secrets', () => {
    const tokens = Array.from({ length: 200 }, (_, index) => ({ token: `token-${index}` }));
    const shown = hideSecrets({
      list: tokens,
      headers: { authorization: 'Bearer tok-5678' },
      log: 'sent tok-5678',
    });
    expect(shown.log).toBe('sent ********');
  });

  it('masks the secrets of a separate source everywhere, but the secrets of the data only in their own fields', () => {
    expect(hideSecrets({ token: 'one-1', note: 'one-1 two-2' }, { token: 'two-2' })).toEqual({
      token: '********',
      note: 'one-1 ********',
    });
  });

  it('does not change data without secrets', () => {
    const data = { a: [1, null, 'b'], c: { d: true } };
    expect(hideSecrets(data)).toEqual(data);
  });
});

describe('restoreSecrets', () => {
  const stored = {
    url: 'https://ada:pw@x.org/?apikey=one-1&days=2&token=two-2',
    headers: { authorization: 'Bearer three-3', accept: 'json', cookie: 'four-4' },
    list: [{ password: 'five-5' }, { secret: { deep: 'six-6' } }],
    note: 'also four-4',
  };
  const masked = hideSecrets(stored);

  function restored(sent: unknown): { data: unknown; missing: string[] } {
    const missing: string[] = [];
    const data = restoreSecrets(sent, { stored, masked }, (path) => missing.push(path));
    return { data, missing };
  }

  it('restores all masked secrets', () => {
    expect(JSON.stringify(masked)).not.toMatch(/-\d/);
    expect(restored(masked)).toEqual({ data: stored, missing: [] });
  });

  it('restores the secrets of a text if only other parts of the text were changed', () => {
    const url = 'https://********@y.org/path?token=********&apikey=********&days=3';
    const data = { url: 'https://ada:pw@y.org/path?token=two-2&apikey=one-1&days=3' };
    expect(restored({ url })).toEqual({ data, missing: [] });
  });

  it('keeps a new value that the client sent instead of a mask', () => {
    const sent = { url: 'https://x.org/?apikey=new', headers: { authorization: 'new', cookie: '********' } };
    const data = { url: 'https://x.org/?apikey=new', headers: { authorization: 'new', cookie: 'four-4' } };
    expect(restored(sent)).toEqual({ data, missing: [] });
  });

  it('reports a mask for which no secret is stored', () => {
    const sent = { headers: { 'x-api-key': '********' }, list: [0, 0, '********'], url: '?sig=********' };
    expect(restored(sent)).toEqual({ data: sent, missing: ['.headers.x-api-key', '.list[2]', '.url'] });
  });

  it('reports a mask in a text that was masked as a whole and then changed', () => {
    expect(restored({ note: 'changed ********' }).missing).toEqual(['.note']);
  });

  it.each(['********** ALARM **********', 'a ********', '| ******** | token |', 'Note: ********'])(
    'accepts asterisks in a text that contained no secret: %s',
    (text) => {
      expect(restored({ body: text, list: [text] })).toEqual({
        data: { body: text, list: [text] },
        missing: [],
      });
    },
  );

  it('keeps asterisks if the stored value itself consists of asterisks', () => {
    const data = { note: '********' };
    const report = jest.fn();
    expect(restoreSecrets(data, { stored: data, masked: data }, report)).toEqual(data);
    expect(report).not.toHaveBeenCalled();
  });
});

function namesOf(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(namesOf);
  if (typeof data !== 'object' || data === null) return null;
  return Object.entries(data).map(([name, value]) => [name, namesOf(value)]);
}

function textsOf(data: unknown): string[] {
  if (typeof data === 'string') return [data];
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(textsOf) : [];
}
