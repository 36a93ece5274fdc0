import { IsString } from 'class-validator';
import { Environment } from './environment';
import { EnvironmentError, loadEnvironment } from './load-environment';

const required = {
  DATABASE_URL: 'postgres://localhost/plantroom',
  QUEUE_URL: 'redis://localhost',
  JWT_SECRET: 'x'.repeat(32),
  GATEWAY_URL: 'http://127.0.0.1:9000',
  GATEWAY_USERNAME: 'service',
  GATEWAY_PASSWORD: 'secret',
};

describe('loadEnvironment', () => {
  it('uses the defaults of unset and empty variables', () => {
    const environment = loadEnvironment(Environment, {
      ...required,
      PORT: '',
      GATEWAY_POLL_SECONDS: undefined,
    });
    expect(environment).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      GATEWAY_POLL_SECONDS: 15,
      DOCUMENTATION: true,
    });
  });

  it('reads numbers and booleans, and reads "false" as false', () => {
    const environment = loadEnvironment(Environment, { ...required, PORT: '0', DOCUMENTATION: 'false' });
    expect(environment).toMatchObject({ PORT: 0, DOCUMENTATION: false });
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PORT', '12abc'],
    ['DOCUMENTATION', 'yes'],
    ['DATABASE_URL', 'sqlite://x'],
    ['QUEUE_URL', 'amqp://x'],
    ['JWT_SECRET', 'short'],
    ['PLATFORM_TIMEZONE', 'Mars/Olympus'],
    ['GATEWAY_URL', 'ftp://x'],
    ['GATEWAY_URL', 'https://service:secret@gateway.example.org'],
    ['ADMIN_EMAIL', 'nobody'],
    ['MAIL_HOST', 'smtp://mail.example.org'],
    ['MAIL_PORT', '0'],
    ['MAIL_FROM', 'Plantroom'],
    ['MAIL_SECURE', 'yes'],
    ['PASSWORD_MIN_LENGTH', '4'],
    ['CLIENT_ORIGIN', 'https://admin.example.org/path'],
    ['PUBLIC_URL', 'plantroom.example.org'],
    ['PUBLIC_URL', 'https://plantroom.example.org/?from=here'],
    ['OAUTH_GOOGLE_ISSUER', 'http://accounts.example.org'],
    ['OAUTH_MICROSOFT_ISSUER', 'http://127.0.0.1.example.org'],
    ['OAUTH_MICROSOFT_ISSUER', 'nowhere'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'proxy.example.org'],
  ])('refuses %s=%s with one line that names the variable', (variable, value) => {
    const load = () => loadEnvironment(Environment, { ...required, [variable]: value });
    expect(load).toThrow(EnvironmentError);
    expect(load).toThrow(new RegExp(`^${variable} [^\\n]+$`));
  });

  it.each(['http://127.0.0.1:4000', 'http://localhost:4000/realm', 'https://id.example.org/realm'])(
    'accepts %s as an issuer',
    (OAUTH_GOOGLE_ISSUER) => {
      expect(loadEnvironment(Environment, { ...required, OAUTH_GOOGLE_ISSUER })).toMatchObject({
        OAUTH_GOOGLE_ISSUER,
      });
    },
  );

  it('reports only that the type is wrong if a value violates the rules for its type and for its range', () => {
    expect(() => loadEnvironment(Environment, { ...required, PORT: 'http' })).toThrow(
      'PORT must be an integer number',
    );
  });

  it('reads lists, and returns an empty list for an unset variable', () => {
    expect(loadEnvironment(Environment, required).TRUSTED_PROXIES).toEqual([]);
    const { TRUSTED_PROXIES } = loadEnvironment(Environment, {
      ...required,
      TRUSTED_PROXIES: '10.0.0.1, fd00::/8',
    });
    expect(TRUSTED_PROXIES).toEqual(['10.0.0.1', 'fd00::/8']);
  });

  it('reports each invalid variable on its own line', () => {
    expect(() => loadEnvironment(Environment, { ...required, PORT: 'http', GATEWAY_URL: undefined })).toThrow(
      /^PORT must be an integer number\nGATEWAY_URL is required$/,
    );
  });

  it('refuses a misspelt limit and suggests the correct name', () => {
    expect(() => loadEnvironment(Environment, { ...required, LIMIT_REQEST_MS: '5000' })).toThrow(
      'LIMIT_REQEST_MS is not a known limit. Did you mean LIMIT_REQUEST_MS?',
    );
  });

  it('refuses an unknown limit, and suggests no name if no known name is similar', () => {
    expect(() => loadEnvironment(Environment, { ...required, LIMIT_ELEPHANTS: '2' })).toThrow(
      /^LIMIT_ELEPHANTS is not a known limit\.$/,
    );
  });

  it('ignores variables of limits in a process that has no limits', () => {
    class Limitless {
      @IsString() PORT = '3000';
    }
    expect(() => loadEnvironment(Limitless, { LIMIT_REQUEST_MS: '5000' })).not.toThrow();
  });

  it.each(Object.keys(required))('requires the variable %s', (variable) => {
    expect(() => loadEnvironment(Environment, { ...required, [variable]: undefined })).toThrow(
      `${variable} is required`,
    );
  });
});
