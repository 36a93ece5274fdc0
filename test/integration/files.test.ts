import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { FileEntity, FileRemovalEntity } from '@app/entities';
import { newId, unknownRecord } from '@app/kernel';
import { LocalFileStore } from '@app/storage';
import { abortUpload } from '../factories/begin-upload';
import { localFolder } from '../factories/inspected-stores';
import { PICTURES } from '../factories/pictures';
import { RawConnection } from '../factories/raw-request';
import { RunningApi } from '../factories/running-api';
import { type FormFile, sendForm } from '../factories/send-form';
import { waitFor } from '../harness';

const PATH = '/api/files';
const LIMIT_UPLOAD_BYTES = 1_000_000;
const TEXT = Buffer.from('Pump 3: 水泵\n');

interface File {
  id: string;
  name: string;
  mimeType: string;
  size: number;
  sha256: string;
}

describe('files', () => {
  let api: RunningApi;
  let token: string;
  let tokens: Record<'viewer' | 'operator' | 'admin', string>;

  beforeAll(async () => {
    api = await RunningApi.start({ LIMIT_UPLOAD_BYTES, LOG_LEVEL: 'info' });
    ({ token } = await api.signInAs('engineer'));
    tokens = {
      viewer: (await api.signInAs('viewer')).token,
      operator: (await api.signInAs('operator')).token,
      admin: await api.signIn(),
    };
  });
  afterAll(() => api.stop());

  const manager = () => api.database.dataSource.manager;
  const call = (method: string, path: string, as = token) => api.call(method, path, { token: as });
  const send = (files: FormFile[], as = tokens.operator) => sendForm(api, { path: PATH, token: as, files });

  const workflows = (method: string, path: string, body: object) =>
    api.call(method, `/api/workflows${path}`, { token, body });

  const state = async () => ({
    files: await manager().count(FileEntity),
    removals: await manager().count(FileRemovalEntity),
    stored: await localFolder.files(api),
  });

  async function create(file: FormFile): Promise<File> {
    const { status, body } = await send([file]);
    expect({ status, body }).toMatchObject({ status: 201 });
    return body as File;
  }

  async function preview({ id }: File, headers: Record<string, string> = {}, method = 'GET') {
    const answer = await fetch(`${api.address}${PATH}/${id}/preview`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, headers: answer.headers, bytes };
  }

  /** Stores a backup as a job of the worker does. */
  async function aBackup(): Promise<File> {
    const storageKey = `files/${randomBytes(16).toString('hex')}.bin`;
    const store = new LocalFileStore(join(api.environment.DATA_DIR, 'uploads'));
    const written = await store.write(storageKey, TEXT);
    const file = {
      id: newId(),
      name: 'whole-site.tar',
      mimeType: 'text/plain',
      ...written,
      category: 'backup',
      createdBy: 'backup',
      createdAt: new Date(),
      storageKey,
      producer: null,
      producerKey: null,
    } as const;
    await manager().insert(FileEntity, file);
    await manager().query(
      `INSERT INTO file_search_term (term, file_id) VALUES ('whole-site.tar', '${file.id}')`,
    );
    return { ...file, size: file.sizeBytes };
  }

  it('files have a name, a type, a size, a hash and an uploader', async () => {
    const { status, body } = await send([{ bytes: TEXT, name: 'notes.txt' }]);
    expect({ status, body }).toEqual({
      status: 201,
      body: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'notes.txt',
        mimeType: 'text/plain',
        size: TEXT.length,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        category: 'upload',
        createdBy: expect.any(String),
        createdAt: expect.stringMatching(/Z$/),
      },
    });
    const { id } = body as File;
    expect((await call('GET', `${PATH}/${id}`, tokens.viewer)).body).toEqual(body);
    expect((await call('GET', `${PATH}/${newId()}`)).status).toBe(404);
  });

  it('files are listed newest first in pages, and can be filtered by category and by words in their names', async () => {
    const first = await create({ bytes: TEXT, name: 'Chiller manual.txt' });
    const second = await create({ bytes: TEXT, name: 'Old chiller.txt' });
    expect((await call('GET', `${PATH}?search=CHILL`, tokens.viewer)).body).toEqual([second, first]);
    const page = await call('GET', `${PATH}?search=chill&category=upload&limit=1&page=2`);
    expect(page.body).toEqual([first]);
    expect(page.headers.get('x-total-count')).toBe('2');
    expect((await call('GET', `${PATH}?limit=2`)).body).toEqual([second, first]);
    expect((await call('GET', `${PATH}?category=report`)).body).toEqual([]);
    expect((await call('GET', `${PATH}?category=other`)).status).toBe(400);
  });

  it.each([
    ['a picture', PICTURES.png, 'text/html', 'image/png', 'inline'],
    [
      'a page',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      'image/png',
      'text/html',
      'attachment',
    ],
    ['text', TEXT, 'text/html', 'text/plain; charset=utf-8', 'inline'],
  ])('files are sent with the type of their content: %s', async (_, bytes, claimed, type, disposition) => {
    const file = await create({ bytes, name: 'x.png', type: claimed });
    const answer = await preview(file);
    expect(answer.bytes.equals(bytes)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': type,
      'content-length': String(bytes.length),
      'content-disposition': `${disposition}; filename=x.png`,
      'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
      etag: `"${file.sha256}"`,
    });
  });

  it.each([`水泵 “Plan” – it's "quoted"; x=1, 100%.txt`, '..'])(
    'files keep the name %s, but their storage key does not contain it',
    async (name) => {
      const file = await create({ bytes: TEXT, name });
      expect(file.name).toBe(name);
      const { headers } = await preview(file);
      expect(nameIn(headers.get('content-disposition') ?? '')).toBe(name);
      const { storageKey } = await manager().findOneByOrFail(FileEntity, { id: file.id });
      expect(storageKey).toMatch(/^files\/[0-9a-f]{32}\.bin$/);
    },
  );

  it.each([["filename*=UTF-8''a%0D%0ASet-Cookie%3A%20x%3D1.txt"], ['filename="C:\\\\plan.pdf"']])(
    'files are refused with the name %s',
    async (parameter) => {
      const before = await state();
      const part = `Content-Disposition: form-data; name="file"; ${parameter}\r\n\r\ntext`;
      const body = `--x\r\n${part}\r\n--x--\r\n`;
      const connection = await RawConnection.open(api.address);
      await connection.send({
        method: 'POST',
        path: PATH,
        headers: {
          authorization: `Bearer ${token}`,
          connection: 'close',
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': String(Buffer.byteLength(body)),
        },
        body,
      });
      expect(await connection.answer()).toMatchObject({ status: 400, body: { code: 'invalid_file_name' } });
      expect(await state()).toEqual(before);
    },
  );

  it.each([
    ['two files', [{ bytes: TEXT }, { bytes: TEXT, field: 'other' }], 400, 'too_many_files'],
    ['no file', [], 400, 'no_file'],
    ['a file that is too large', [{ bytes: Buffer.alloc(LIMIT_UPLOAD_BYTES + 1) }], 413, 'too_large'],
  ])('an upload is refused and stores nothing if the form has %s', async (_, files, status, code) => {
    const before = await state();
    expect(await send(files)).toMatchObject({ status, body: { code } });
    expect(await state()).toEqual(before);
  });

  it.each<[string, [string, string][]]>([
    ['11 fields', Array.from({ length: 11 }, (_, index) => [`field${index}`, 'x'])],
    ['a field with a long name', [['x'.repeat(101), 'x']]],
    ['a field with a long value', [['field', 'x'.repeat(10_001)]]],
  ])('an upload is refused and stores nothing if the form has %s after the file', async (_, fields) => {
    const before = await state();
    const form = new FormData();
    form.append('file', new Blob([TEXT]), 'notes.txt');
    for (const [name, value] of fields) form.append(name, value);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${api.address}${PATH}`, { method: 'POST', headers, body: form });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'malformed_form', error: expect.stringContaining('too many fields') }),
    ]);
    expect(await state()).toEqual(before);
  });

  it('an aborted upload stores nothing', async () => {
    const before = await state();
    const requestId = 'aborted-upload-of-a-file';
    abortUpload(api, { path: PATH, token, requestId, bytes: Buffer.alloc(500_000) });
    await waitFor(() => api.log.includes(requestId), {
      what: 'the end of the upload',
    });
    const isClean = async () => JSON.stringify(await state()) === JSON.stringify(before);
    await waitFor(isClean, { what: 'the removal of everything' });
    expect(api.log).not.toContain('A request failed');
  });

  it('files are refused if a viewer sends them, or if they are not sent as a form', async () => {
    expect((await send([{ bytes: TEXT }], tokens.viewer)).status).toBe(403);
    const json = { token, body: { file: 'text' } };
    expect((await api.call('POST', PATH, json)).status).toBe(415);
  });

  it('a client can request a part of a file, and does not get a file again that it already has', async () => {
    const file = await create({ bytes: Buffer.from('0123456789') });
    const part = await preview(file, { range: 'bytes=3-5' });
    expect({ status: part.status, text: String(part.bytes) }).toEqual({ status: 206, text: '345' });
    expect(part.headers.get('content-range')).toBe('bytes 3-5/10');
    expect(part.headers.get('content-security-policy')).toContain('sandbox');
    expect((await preview(file, { range: 'bytes=10-' })).status).toBe(416);
    expect((await preview(file, { 'if-none-match': `"${file.sha256}"` })).status).toBe(304);
    const head = await preview(file, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), head.bytes.length]).toEqual([200, '10', 0]);
  });

  it('files are deleted by engineers, with their content', async () => {
    const before = await state();
    const file = await create({ bytes: TEXT });
    const path = `${PATH}/${file.id}`;
    expect((await call('DELETE', path, tokens.operator)).status).toBe(403);
    expect(await call('DELETE', path)).toMatchObject({ status: 200, body: { success: true } });
    expect(await state()).toEqual(before);
    for (const [method, gone] of [
      ['GET', path],
      ['GET', `${path}/preview`],
      ['DELETE', path],
    ] as const) {
      expect((await call(method, gone)).status).toBe(404);
    }
  });

  it('files of backups are hidden from engineers', async () => {
    const listed = await call('GET', PATH);
    const backup = await aBackup();
    const path = `${PATH}/${backup.id}`;
    for (const query of ['', '?category=backup', '?search=whole']) {
      const { body, headers } = await call('GET', `${PATH}${query}`);
      expect(JSON.stringify(body)).not.toContain(backup.id);
      const total = query === '' ? listed.headers.get('x-total-count') : '0';
      expect(headers.get('x-total-count')).toBe(total);
    }
    for (const [method, hidden] of [
      ['GET', path],
      ['GET', `${path}/preview`],
      ['DELETE', path],
    ] as const) {
      const unknown = hidden.replace(backup.id, newId());
      const [answer, expected] = [await call(method, hidden), await call(method, unknown)];
      expect([answer.status, answer.body]).toEqual([404, expected.body]);
    }

    for (const query of ['', '?category=backup', '?search=whole']) {
      const { body } = await call('GET', `${PATH}${query}`, tokens.admin);
      expect(body).toContainEqual(expect.objectContaining({ id: backup.id, category: 'backup' }));
    }
    expect((await call('GET', `${path}/preview`, tokens.admin)).text).toBe(String(TEXT));
    expect((await call('DELETE', path, tokens.admin)).status).toBe(200);
  });

  it('files leave an audit entry when they are created and deleted', async () => {
    const { id } = await create({ bytes: TEXT });
    await call('DELETE', `${PATH}/${id}`);
    const entries = (await api.auditEntries()).filter(({ target }) => target === `file ${id}`);
    expect(entries.map(({ action }) => action)).toEqual(['file.created', 'file.removed']);
  });

  it('a file cannot be deleted while a workflow uses it as an attachment of a mail', async () => {
    const file = await create({ name: 'plan.txt', bytes: TEXT });
    const gone = newId();
    const mail = (attachments: string[]) => ({
      nodes: [
        { id: 'start', type: 'start' },
        {
          id: 'tell',
          type: 'email',
          config: { to: 'ada@example.org', subject: 'Plan', body: file.id, attachments },
        },
      ],
      edges: [{ source: 'start', target: 'tell' }],
    });
    const made = await workflows('POST', '', { name: 'Send the plan', ...mail([file.id, gone]) });
    const { id, warnings } = made.body as { id: string; warnings: { path: string; message: string }[] };
    expect(warnings).toContainEqual({
      path: 'nodes[1].config.attachments[1]',
      ...unknownRecord('file', gone),
    });
    expect(warnings.map(({ path }) => path)).not.toContain('nodes[1].config.attachments[0]');
    expect(await call('DELETE', `${PATH}/${file.id}`, tokens.admin)).toMatchObject({
      status: 409,
      body: {
        code: 'file_in_use',
        details: [{ path: `workflow ${id}`, message: 'The workflow “Send the plan” uses this file.' }],
      },
    });
    expect((await workflows('PUT', `/${id}`, mail([gone]))).status).toBe(200);
    expect((await call('DELETE', `${PATH}/${file.id}`, tokens.admin)).status).toBe(200);
  });
});

/** Returns the file name in a Content-Disposition header. */
function nameIn(header: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(header)?.[1];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  const quoted = /filename="((?:[^"\\]|\\.)*)"/.exec(header)?.[1];
  return quoted === undefined
    ? (/filename=([^;]+)/.exec(header)?.[1] ?? '')
    : quoted.replaceAll(/\\(.)/g, '$1');
}
