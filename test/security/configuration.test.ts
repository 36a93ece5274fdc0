// Runs in the full check only: it starts programs with many environments.
import { PlatformConfigurationEntity } from '@app/entities';
import { RunningApi } from '../factories/running-api';
import { waitFor } from '../harness';

const MASKED = '********';
const MAIL = {
  host: 'mail.example.org',
  port: 587,
  secure: false,
  user: 'mailer',
  password: 'hidden-mail-password',
  from: 'Plantroom <plantroom@example.org>',
};

const FLAT = { currency: 'EUR', default: 0.06 };
const from = (year: number) => ({ ...FLAT, validFrom: `${year}-01-01` });

describe('the platform configuration', () => {
  let api: RunningApi;
  let token: string;

  beforeAll(async () => {
    api = await RunningApi.start();
    token = await api.signIn();
  });
  afterAll(() => api.stop());

  const read = () => api.call('GET', '/api/configs', { token });
  const write = (body: unknown) => api.call('PUT', '/api/configs', { token, body });
  const storedMail = async () =>
    (await api.database.dataSource.manager.findOneByOrFail(PlatformConfigurationEntity, { id: 1 })).mail;

  describe('with a mail password', () => {
    beforeEach(() => write({ mail: MAIL }));

    it('the configuration never shows the password, not even to administrators', async () => {
      for (const answer of [await read(), await write({ mail: MAIL }), await write({})]) {
        expect(answer).toMatchObject({ status: 200, body: { mail: { ...MAIL, password: MASKED } } });
        expect(answer.text).not.toContain(MAIL.password);
      }
      expect((await storedMail()).password).toBe(MAIL.password);
    });

    it.each<[string, object]>([
      ['no settings are sent', {}],
      ['mail settings without a password are sent', { mail: { host: 'other.example.org' } }],
      ['the mask is sent back', { mail: { password: MASKED } }],
    ])('the configuration keeps the password if %s', async (_what, changes) => {
      expect((await write(changes)).status).toBe(200);
      expect((await storedMail()).password).toBe(MAIL.password);
    });

    it('the configuration keeps the password if the configuration is sent back as it was read', async () => {
      const { body } = await read();
      expect((await write(body)).body).toEqual(body);
      expect(await storedMail()).toEqual(MAIL);
    });

    it('the configuration replaces the password, and removes it if null is sent', async () => {
      await write({ mail: { password: 'another-hidden' } });
      expect(await storedMail()).toEqual({ ...MAIL, password: 'another-hidden' });
      expect((await write({ mail: { password: null } })).body).toMatchObject({ mail: { password: null } });
      expect(await storedMail()).toEqual({ ...MAIL, password: null });
    });

    it('the configuration records a change of the password in the audit log without its value', async () => {
      await write({ mail: { password: 'third-hidden' } });
      const entries = JSON.stringify(await api.auditEntries());
      expect(entries).toContain('configuration.changed');
      expect(entries).not.toContain('hidden');
    });

    it('the configuration shows only public fields to callers who are not signed in', async () => {
      await write({ platformName: 'Works', weather: { location: 'Shanghai' } });
      const { status, body, text } = await api.call('GET', '/api/public/settings');
      expect(status).toBe(200);
      expect(body).toEqual({
        platformName: 'Works',
        logoUrl: null,
        language: expect.stringMatching(/^(zh-CN|en-US)$/),
        timezone: 'UTC',
        registrationEnabled: true,
        providers: [],
        weatherEnabled: false,
        isNew: false,
      });
      for (const value of [MAIL.host, MAIL.user, MAIL.password, 'Shanghai'])
        expect(text).not.toContain(value);
    });
  });

  it.each<[string, unknown]>([
    ['platformName', { platformName: '' }],
    ['platformName', { platformName: 'x'.repeat(101) }],
    ['platformName', { platformName: 'Plant\r\nBcc: everybody@example.org' }],
    ['logoUrl', { logoUrl: 'javascript:alert(1)' }],
    ['logoUrl', { logoUrl: 'data:text/html,x' }],
    ['timezone', { timezone: 'Mars/Olympus' }],
    ['timezone', { timezone: '../../etc/passwd' }],
    ['language', { language: 'de-DE' }],
    ['currency', { currency: 'euro' }],
    ['registrationEnabled', { registrationEnabled: 'false' }],
    ['mail.host', { mail: { host: 'a host' } }],
    ['mail.host', { mail: { host: 'mail.example.org/../x' } }],
    ['mail.port', { mail: { port: 0 } }],
    ['mail.port', { mail: { port: 65_536 } }],
    ['mail.from', { mail: { from: 'a\r\nBcc: b@example.org' } }],
    ['mail.from', { mail: { from: 'Plant\r\nBcc: b@example.org <a@example.org>' } }],
    ['mail.from', { mail: { from: 'a@example.org>, <b@example.org' } }],
    ['mail.password', { mail: { password: 7 } }],
    ['mail', { mail: null }],
    ['mail', { mail: 'mail' }],
    [
      'tariffs.electricity.currency',
      { tariffs: { electricity: { currency: 'x', default: 1, periods: [] } } },
    ],
    ['tariffs.gas', { tariffs: { gas: [] } }],
    ['tariffs.gas', { tariffs: { gas: [FLAT, FLAT] } }],
    ['tariffs.gas', { tariffs: { gas: [[FLAT]] } }],
    ['tariffs.gas', { tariffs: { gas: Array.from({ length: 51 }, (_, index) => from(2000 + index)) } }],
    ['tariffs.gas', { tariffs: { gas: [from(2026), from(2025)] } }],
    ['tariffs.gas', { tariffs: { gas: [FLAT, { ...from(2025), currency: 'GBP' }] } }],
    ['tariffs.gas[1].validFrom', { tariffs: { gas: [FLAT, { ...FLAT, validFrom: '2025-02-30' }] } }],
    ['tariffs.gas[0].default', { tariffs: { gas: [{ ...FLAT, default: '1' }] } }],
    ['carbon.region', { carbon: { region: '' } }],
    ['carbon.scope', { carbon: { scope: 'x'.repeat(65) } }],
    ['weather.location', { weather: { location: {} } }],
  ])('the configuration rejects an invalid value: %s', async (path, changes) => {
    const before = await read();
    expect(await write(changes)).toMatchObject({ status: 400, body: { details: [{ path }] } });
    expect((await read()).body).toEqual(before.body);
  });

  it('the configuration accepts a tariff that has a single price and no periods', async () => {
    const tariffs = { electricity: { currency: 'EUR', default: 0.31 } };
    expect(await write({ tariffs })).toMatchObject({ status: 200, body: { tariffs } });
    expect((await read()).body).toMatchObject({ tariffs });
  });

  it('the configuration accepts successive tariffs and returns them as they were sent', async () => {
    const tariffs = { gas: [FLAT, from(2025), { ...from(2026), periods: [] }] };
    expect(await write({ tariffs })).toMatchObject({ status: 200, body: { tariffs } });
    expect((await read()).body).toMatchObject({ tariffs });
    expect(await write((await read()).body as object)).toMatchObject({ status: 200, body: { tariffs } });
  });

  it('the configuration changes only the settings of the emission factors that the request contains', async () => {
    expect((await write({ carbon: { scope: '2' } })).body).toMatchObject({
      carbon: { region: 'GB', scope: '2' },
    });
    expect((await write({ carbon: { region: 'CN' } })).body).toMatchObject({
      carbon: { region: 'CN', scope: '2' },
    });
    expect((await write({ carbon: { region: 'GB', scope: null } })).status).toBe(200);
  });

  it('the configuration drops unknown fields', async () => {
    const { body } = await write({ id: 2, jwtSecret: 'x', mail: { tls: { rejectUnauthorized: false } } });
    expect(body).not.toHaveProperty('jwtSecret');
    expect(await storedMail()).not.toHaveProperty('tls');
    expect(await api.database.dataSource.manager.count(PlatformConfigurationEntity)).toBe(1);
  });

  it('the configuration is available only to administrators', async () => {
    const engineer = await api.signInAs('engineer');
    for (const [method, body] of [['GET'], ['PUT', { platformName: 'Mine' }]] as const) {
      const answer = await api.call(method, '/api/configs', { token: engineer.token, body });
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      expect(answer.text).not.toContain('mail');
    }
  });

  it('the configuration takes the mail settings from the environment at each start, if the environment has them, and takes effect in other processes without a restart', async () => {
    await write({ mail: MAIL });
    const given = {
      MAIL_HOST: 'env.example.org',
      MAIL_PORT: 465,
      MAIL_SECURE: true,
      MAIL_PASSWORD: 'hidden-env',
    };
    const started = await api.another(given);
    const fromEnvironment = {
      ...MAIL,
      host: 'env.example.org',
      port: 465,
      secure: true,
      password: 'hidden-env',
    };
    await waitFor(async () => (await storedMail()).host === 'env.example.org', { what: 'the environment' });
    expect(await storedMail()).toEqual(fromEnvironment);

    // The administrator's change applies until the next start.
    await write({ mail: { host: 'changed.example.org' } });
    expect(await storedMail()).toEqual({ ...fromEnvironment, host: 'changed.example.org' });
    await started.stopProcess();
    const again = await api.another(given);
    expect(await storedMail()).toEqual(fromEnvironment);
    await again.stopProcess();

    const silent = await api.another();
    expect(await storedMail()).toEqual(fromEnvironment);
    await expectChangesIn(silent);
    await silent.stopProcess();

    const entries = (await api.auditEntries()).filter(({ username }) => username === 'environment');
    expect(entries).toMatchObject([
      { userId: null, action: 'configuration.changed', address: null },
      { userId: null, action: 'configuration.changed', address: null },
    ]);
    expect(JSON.stringify(entries)).not.toContain('hidden');
  });

  async function expectChangesIn(other: RunningApi): Promise<void> {
    for (const changes of [
      { platformName: 'Before', registrationEnabled: true },
      { platformName: 'After', registrationEnabled: false },
    ]) {
      await write(changes);
      const seen = await waitFor(
        async () => {
          const { body } = await other.call('GET', '/api/public/settings');
          return (body as typeof changes).platformName === changes.platformName && body;
        },
        { what: changes.platformName },
      );
      expect(seen).toMatchObject(changes);
    }
  }
});
