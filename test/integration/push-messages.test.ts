import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PushDeviceEntity, UserPreferencesEntity } from '@app/entities';
import { FixedClock, say } from '@app/kernel';
import { AlertDesk, aRaise } from '../factories/alert-desk';
import { PASSWORD } from '../factories/an-account';
import { NotificationDesk } from '../factories/notification-desk';
import { RunningApi } from '../factories/running-api';

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A browser with a subscription of its own at a push service of the test. */
class Browser {
  private readonly curve: ECDH = createECDH('prime256v1');
  private readonly secret = Buffer.alloc(16, 3);

  constructor(private readonly path: string) {
    this.curve.generateKeys();
  }

  get endpoint(): string {
    return `https://push.example.org/${this.path}`;
  }

  get subscription() {
    const keys = {
      p256dh: this.curve.getPublicKey('base64url'),
      auth: this.secret.toString('base64url'),
    };
    return { endpoint: this.endpoint, keys };
  }

  /** Decrypts a message (RFC 8291, in one record of RFC 8188). */
  decrypt(body: Buffer): unknown {
    const [salt, keyLength] = [body.subarray(0, 16), body[20] ?? 0];
    const sender = body.subarray(21, 21 + keyLength);
    const content = body.subarray(21 + keyLength);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.curve.getPublicKey(), sender]);
    const shared = hkdfSync('sha256', this.curve.computeSecret(sender), this.secret, info, 32);
    const derived = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${name}\0`, length));
    const cipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
    cipher.setAuthTag(content.subarray(-16));
    const padded = Buffer.concat([cipher.update(content.subarray(0, -16)), cipher.final()]);
    return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
  }
}

/** Returns the claims of a VAPID header after checking its signature (RFC 8292). */
function vapidClaims(header: string | undefined, publicKey: string): unknown {
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(header ?? '') ?? [];
  expect(key).toBe(publicKey);
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const [head, claims = '', signature = ''] = token.split('.');
  const jwk = { kty: 'EC', crv: 'P-256', x, y };
  const signer = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    signer,
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}

describe('push messages', () => {
  const clock = new FixedClock(Date.parse('2026-05-01T10:00:00Z'));
  let api: RunningApi;
  let alerts: AlertDesk;
  let desk: NotificationDesk;
  let service: Server;
  let origin: string;
  let received: Received[];
  /** The status with which the push service answers. */
  let status: number;

  beforeAll(async () => {
    service = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { url: path = '', headers } = request;
        received.push({ path, headers, body: Buffer.concat(chunks) });
        response.writeHead(path === '/gone' ? 410 : status).end();
      });
    }).listen(0, '127.0.0.1');
    await once(service, 'listening');
    origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    api = await RunningApi.start();
    alerts = new AlertDesk(api.database, clock);
    desk = await NotificationDesk.open(api.database, clock, {
      JWT_SECRET: api.environment.JWT_SECRET,
      WORKFLOW_HTTP_ALLOWLIST: ['127.0.0.1'],
      PUBLIC_URL: 'https://plant.example.org',
    });
    await desk.rule({ channel: { kind: 'push' } });
  });
  afterAll(async () => {
    service.close();
    service.closeAllConnections();
    await desk?.close();
    await api?.stop();
  });
  beforeEach(async () => {
    [received, status] = [[], 201];
    await devices().deleteAll();
  });

  const devices = () => api.database.dataSource.getRepository(PushDeviceEntity);
  /** Subscribes a browser, and moves its device to the push service of the test, whose address is not public. */
  async function connect(path: string, token: string): Promise<Browser> {
    const browser = new Browser(path);
    const { body } = await subscribe(browser, token);
    await devices().update((body as { id: number }).id, { endpoint: `${origin}/${path}` });
    return browser;
  }
  const lastDelivery = async () => (await desk.planned()).at(-1);
  async function subscribe(browser: Browser, token: string) {
    return api.call('PUT', '/api/push/devices', { token, body: browser.subscription });
  }
  async function raise(): Promise<void> {
    const { areaId: _area, ...raised } = aRaise({ originator: `budget:${clock.nowMs()}` });
    const [title, message] = [say('budget_missed', { month: '2026-05' }), say('loss_of_energy', { kwh: 40 })];
    clock.advance(1000);
    await alerts.raise({ ...raised, title, message, at: clock.now() });
    await desk.planAndSend();
  }

  it('push messages reach each device encrypted, and in the language of its user', async () => {
    const [ann, bao] = [await api.signInAs('viewer'), await api.signInAs('operator')];
    await api.call('PUT', '/api/settings', { token: bao.token, body: { language: 'zh-CN' } });
    const browsers = [await connect('ann', ann.token), await connect('bao', bao.token)];
    const { publicKey } = (await api.call('GET', '/api/push', { token: ann.token })).body as {
      publicKey: string;
    };
    await raise();
    const contents = browsers.map((browser) => {
      const message = received.find(({ path }) => browser.endpoint.endsWith(path));
      return browser.decrypt(message?.body ?? Buffer.alloc(0));
    });
    const alert = expect.stringMatching(/^plantroom-alert-\d+$/);
    const path = expect.stringMatching(/^\/alerts\?alert=\d+$/);
    expect(contents).toEqual([
      {
        title: 'Alert (Major): The budget of 2026-05 will be missed.',
        body: 'About 40 kWh are lost per month.',
        tag: alert,
        path,
      },
      { title: '告警 (重要)：2026-05 的预算将会超支。', body: '每月约损失 40 kWh。', tag: alert, path },
    ]);
    const [first] = received;
    expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'high' });
    expect(vapidClaims(first?.headers.authorization, publicKey)).toMatchObject({
      aud: origin,
      sub: 'https://plant.example.org',
      exp: expect.any(Number),
    });
    expect(await lastDelivery()).toMatchObject({ status: 'sent', channel: { kind: 'push' } });
    await api.database.dataSource.manager.deleteAll(UserPreferencesEntity);
  });

  it('push messages are not sent to devices that have gone, and fail without any device', async () => {
    const { token } = await api.signInAs('viewer');
    await connect('gone', token);
    await connect('here', token);
    await raise();
    expect((await devices().find()).map(({ endpoint }) => endpoint)).toEqual([`${origin}/here`]);
    expect((await lastDelivery())?.status).toBe('sent');
    status = 503;
    await raise();
    expect(await lastDelivery()).toMatchObject({
      status: 'pending',
      error: { code: 'push_failed', values: { status: 503 } },
    });
    await devices().deleteAll();
    await raise();
    expect(await lastDelivery()).toMatchObject({ status: 'failed', error: { code: 'push_without_device' } });
  });

  it('a device belongs to the user who used it last, and only this user sees and deletes it', async () => {
    const [ann, bob] = [await api.signInAs('viewer'), await api.signInAs('viewer')];
    const browser = new Browser('shared');
    const { body } = await subscribe(browser, ann.token);
    const { id } = body as { id: number };
    const path = `/api/push/devices/${id}`;
    expect((await api.call('DELETE', path, { token: bob.token })).status).toBe(404);
    const listed = async (token: string) =>
      ((await api.call('GET', '/api/push', { token })).body as { devices: unknown[] }).devices;
    expect(await listed(ann.token)).toEqual([body]);
    expect((await subscribe(browser, bob.token)).status).toBe(200);
    expect([await listed(ann.token), (await listed(bob.token)).length]).toEqual([[], 1]);
    expect((await api.call('DELETE', path, { token: bob.token })).status).toBe(200);
    expect(await devices().count()).toBe(0);
  });

  it('a new password switches the devices of the user off', async () => {
    const { id, token } = await api.signInAs('viewer');
    await subscribe(new Browser('lost'), token);
    const body = { currentPassword: PASSWORD, newPassword: 'seven grey herons by the lake' };
    expect((await api.call('PUT', `/api/users/${id}/password`, { token, body })).status).toBe(200);
    expect(await devices().count()).toBe(0);
  });

  it('a user has at most 20 devices, and a further one replaces the oldest', async () => {
    const { token } = await api.signInAs('viewer');
    for (let number = 1; number <= 22; number++) await subscribe(new Browser(String(number)), token);
    const kept = await devices().find({ order: { id: 'ASC' } });
    expect(kept.map(({ endpoint }) => endpoint)).toEqual(
      Array.from({ length: 20 }, (_, index) => `https://push.example.org/${index + 3}`),
    );
  });

  it.each([
    ['a private address', { endpoint: 'https://127.0.0.1/send' }, 'endpoint'],
    ['no address', { endpoint: 'push' }, 'endpoint'],
    [
      'no point of the curve',
      { keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'AwMDAwMDAwMDAwMDAwMDAw' } },
      'keys.p256dh',
    ],
    ['a short secret', { keys: { ...new Browser('').subscription.keys, auth: 'AwM' } }, 'keys.auth'],
  ])('a subscription with %s is refused', async (_, changes, path) => {
    const { token } = await api.signInAs('viewer');
    const body = { ...new Browser('bad').subscription, ...changes };
    const answer = await api.call('PUT', '/api/push/devices', { token, body });
    expect(answer).toMatchObject({ status: 400, body: { details: [{ path }] } });
  });
});
