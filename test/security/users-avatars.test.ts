import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { LeaseEntity } from '@app/entities';
import { PICTURES } from '../factories/pictures';
import { RunningApi } from '../factories/running-api';
import { waitFor } from '../harness';

const LIMIT_BYTES = 4096;
const FORM = 'multipart/form-data; boundary=x';

interface Part {
  bytes: Buffer;
  name?: string;
  type?: string;
  field?: string;
}

const pathOf = ({ id }: { id: number }) => `/api/users/${id}/avatar`;
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const paddedTo = (length: number) =>
  Buffer.concat([PICTURES.png, Buffer.alloc(length - PICTURES.png.length)]);

describe('pictures of users', () => {
  let api: RunningApi;
  let admin: { id: number; token: string };
  let user: { id: number; token: string };

  beforeAll(async () => {
    api = await RunningApi.start({ LIMIT_AVATAR_BYTES: LIMIT_BYTES, LOG_LEVEL: 'info' });
    admin = await api.signInAs('admin');
    user = await api.signInAs('viewer');
  }, 60_000);

  afterAll(() => api.stop());

  const read = () => fetch(`${api.address}${pathOf(user)}`, { headers: bearer(user.token) });

  async function send(...parts: Part[]) {
    const form = new FormData();
    for (const { bytes, name = 'picture', type = '', field = 'file' } of parts) {
      form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
    }
    return sendBody(form);
  }

  async function sendBody(body: FormData | string | undefined, type?: string, token = user.token) {
    const headers = { ...bearer(token), ...(type === undefined ? {} : { 'content-type': type }) };
    const response = await fetch(`${api.address}${pathOf(user)}`, { method: 'POST', headers, body });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  async function files(): Promise<string[]> {
    const folder = join(api.environment.DATA_DIR, 'uploads');
    return (await readdir(folder, { recursive: true }).catch(() => [])).filter((name) => /\./.test(name));
  }

  it.each([
    ['png', PICTURES.png, 'image/png', 'png'],
    ['jpg', PICTURES.jpg, 'image/jpeg', 'jpg'],
    ['webp', PICTURES.webp, 'image/webp', 'webp'],
    ['losslessWebp', PICTURES.losslessWebp, 'image/webp', 'webp'],
  ])(
    'pictures are recognized by their content and returned unchanged: %s',
    async (_, bytes, type, ending) => {
      const answer = await send({ bytes, name: 'portrait.exe', type: 'text/html' });
      expect(answer).toMatchObject({ status: 200, body: { id: user.id, avatar: pathOf(user) } });

      const response = await read();
      expect(response.status).toBe(200);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': type,
        'content-length': String(bytes.length),
        'content-disposition': `inline; filename="avatar.${ending}"`,
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
        'x-content-type-options': 'nosniff',
      });
      const me = await api.call('GET', '/api/auth/me', { token: user.token });
      expect(me.body).toMatchObject({ avatar: pathOf(user) });
    },
  );

  it('pictures can be read by every user, and be set by administrators for others', async () => {
    const form = new FormData();
    form.append('avatar', new Blob([new Uint8Array(PICTURES.png)]), '头像.png');
    expect((await sendBody(form, undefined, admin.token)).status).toBe(200);
    const other = await api.signInAs('viewer');
    expect((await api.call('GET', pathOf(user), { token: other.token })).status).toBe(200);
    expect((await api.call('GET', pathOf(user))).status).toBe(401);
  });

  it.each([
    [
      'an SVG with a script',
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      'image/svg+xml',
    ],
    ['a program', '\x7fELF', 'image/jpeg'],
  ])('an upload that is not a picture is refused: %s', async (_, text, type) => {
    const answer = await send({ bytes: Buffer.from(text, 'latin1'), name: 'picture.png', type });
    expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_type' } });
  });

  it('pictures are refused if they are truncated', async () => {
    const answer = await send({ bytes: PICTURES.jpg.subarray(0, -8) });
    expect(answer).toMatchObject({ status: 400, body: { code: 'broken_picture' } });
  });

  it('pictures may have the maximum size, but not one byte more', async () => {
    expect((await send({ bytes: paddedTo(LIMIT_BYTES) })).status).toBe(200);
    const answer = await send({ bytes: paddedTo(LIMIT_BYTES + 1) });
    expect(answer).toMatchObject({ status: 413, body: { code: 'too_large' } });
    expect((await send({ bytes: paddedTo(5_000_000) })).status).toBe(413);
  });

  it('pictures are refused if a request contains no file or two files', async () => {
    const one = { bytes: PICTURES.png };
    expect(await send(one, one)).toMatchObject({ status: 400, body: { code: 'too_many_files' } });
    expect(await send(one, { ...one, field: 'other' })).toMatchObject({ status: 400 });
    expect(await send()).toMatchObject({ status: 400, body: { code: 'no_file' } });
    expect(await sendBody(undefined)).toMatchObject({ status: 400, body: { code: 'no_file' } });
  });

  it.each([
    ['JSON', '{}', 'application/json', 415, 'unsupported_type'],
    ['a picture that is not in a form', 'x', 'image/png', 415, 'unsupported_type'],
    ['a form without a boundary', 'x', 'multipart/form-data', 400, 'malformed_form'],
    ['a truncated form', field('a').slice(0, -8), FORM, 400, 'malformed_form'],
    ['many fields', manyFields(12), FORM, 400, 'malformed_form'],
    ['a nested field', field('a[b][c]'), FORM, 400, 'malformed_form'],
    ['a long field', field('a', 'x'.repeat(20_000)), FORM, 400, 'malformed_form'],
    ['a form without a file', field('a'), FORM, 400, 'no_file'],
  ])('pictures are refused if the request contains %s', async (_, body, type, status, code) => {
    const answer = await sendBody(body, type);
    expect(answer).toEqual({ status, body: { error: expect.any(String), code } });
  });

  it('pictures are always read completely, even while they are being replaced', async () => {
    await send({ bytes: PICTURES.png });
    const known = [PICTURES.png, PICTURES.jpg].map((bytes) => bytes.toString('hex'));
    const writes = Array.from({ length: 10 }, (_, index) =>
      send({ bytes: index % 2 ? PICTURES.png : PICTURES.jpg }),
    );
    const reads = Array.from({ length: 20 }, async () => {
      const response = await read();
      const bytes = Buffer.from(await response.arrayBuffer());
      return response.status === 404 ? 'between two' : bytes.toString('hex');
    });
    expect([...known, 'between two']).toEqual(expect.arrayContaining(await Promise.all(reads)));
    expect((await Promise.all(writes)).every(({ status }) => status === 200)).toBe(true);
  });

  describe('of a new user', () => {
    beforeEach(async () => {
      user = await api.signInAs('viewer');
    });

    it('no file remains of a picture that is refused, replaced or deleted, or whose user is deleted', async () => {
      const before = await files();
      await send({ bytes: Buffer.from('no picture') });
      await send({ bytes: PICTURES.png.subarray(0, 40) });
      await send({ bytes: Buffer.concat([PICTURES.png, Buffer.alloc(LIMIT_BYTES)]) });
      expect(await files()).toEqual(before);

      await send({ bytes: PICTURES.png, name: '../../../etc/passwd' });
      await send({ bytes: PICTURES.webp });
      expect(await files()).toHaveLength(before.length + 1);

      const removed = await api.call('DELETE', pathOf(user), { token: user.token });
      expect(removed).toMatchObject({ status: 200, body: { success: true } });
      expect(await files()).toEqual(before);
      expect((await read()).status).toBe(404);
      expect((await api.call('DELETE', pathOf(user), { token: user.token })).status).toBe(404);

      await send({ bytes: PICTURES.jpg });
      await api.call('DELETE', `/api/users/${user.id}`, { token: admin.token });
      expect(await files()).toEqual(before);
    });

    it('pictures that are replaced or deleted stay in the file store while a backup reads files', async () => {
      const { manager } = api.database.dataSource;
      await send({ bytes: PICTURES.png });
      const before = await files();
      const lease = { name: 'backup-files:test', holder: 'a backup', epoch: 1 };
      await manager.insert(LeaseEntity, { ...lease, expiresAt: new Date(Date.now() + 3_600_000) });
      try {
        await send({ bytes: PICTURES.webp });
        await api.call('DELETE', `/api/users/${user.id}`, { token: admin.token });
        expect(await files()).toEqual(expect.arrayContaining(before));
        expect(await files()).toHaveLength(before.length + 1);
      } finally {
        await manager.delete(LeaseEntity, { name: lease.name });
      }
    });

    it('no file remains of a picture that is sent for a user who does not exist', async () => {
      const before = await files();
      user = { id: 2_147_483_647, token: admin.token };
      expect((await send({ bytes: PICTURES.png })).status).toBe(404);
      expect(await files()).toEqual(before);
    });

    it('an upload of a picture leaves no file and no error if the client disconnects', async () => {
      const before = await files();
      const { hostname, port } = new URL(api.address);
      const socket = connect(Number(port), hostname);
      const requestId = 'broken-off';
      socket.write(
        [
          `POST ${pathOf(user)} HTTP/1.1`,
          `Host: ${hostname}`,
          `Authorization: Bearer ${user.token}`,
          `X-Request-Id: ${requestId}`,
          'Content-Type: multipart/form-data; boundary=x',
          'Content-Length: 3000',
          '',
          '--x',
          'Content-Disposition: form-data; name="file"; filename="a.png"',
          '',
          'the beginning of a pict',
        ].join('\r\n'),
        () => setImmediate(() => socket.destroy()),
      );
      await waitFor(() => api.log.includes(requestId), { what: 'the line of the request' });
      expect(await files()).toEqual(before);
      expect(api.log).not.toContain('A request failed');
      expect((await read()).status).toBe(404);
    });
  });
});

function field(name: string, value = 'value'): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`;
}

function manyFields(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `field${index}`);
  return names
    .map((name) => field(name))
    .join('')
    .replaceAll('--x--\r\n--x', '--x');
}
