import { say } from '@app/kernel';
import { readdirSync, existsSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { TEXT_EXAMPLES } from '../../apps/api/src/reference/examples/text-examples';
import { waitFor } from '../harness';
import { RunningApi } from '../factories/running-api';

const LIMIT = 4096;
const text = 'timestamp,value\n2026-01-01T00:00Z,1\n2026-01-01T01:00Z,x\n';

describe('the routes of imports', () => {
  let api: RunningApi;
  let token: string;

  beforeAll(async () => {
    api = await RunningApi.start({ LIMIT_READINGS_FILE_BYTES: LIMIT });
    ({ token } = await api.signInAs('engineer'));
    const meters = [{ pointCode: 'M', kind: 'interval', intervalSeconds: 3600 }];
    await api.call('PUT', '/api/energy/areas', { token, body: { areas: [{ name: 'Site', meters }] } });
  }, 180_000);
  afterAll(() => api.stop());

  const send = (query: string, body: string, type = 'text/csv') =>
    api.call('POST', `/api/energy/readings/import${query}`, {
      token,
      body,
      headers: { 'content-type': type },
    });
  const imports = () => api.call('GET', '/api/energy/readings/imports', { token });

  async function sendForm(fields: Record<string, string>, files: string[]) {
    const form = new FormData();
    for (const file of files) form.append('file', new Blob([file]), 'Zähler.csv');
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const response = await fetch(`${api.address}/api/energy/readings/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  it('the CSV example of the reference can be imported', async () => {
    const example = TEXT_EXAMPLES['/api/energy/readings/import']?.['text/csv'] ?? '';
    const answer = await send('?pointCode=M&dryRun=true', example);
    expect(answer).toMatchObject({ status: 200, body: { taken: 2, refusedCount: 0 } });
  });

  it('the import routes preview a file that is sent as the body or in a form, even with fields after the file', async () => {
    const counts = {
      taken: 1,
      duplicates: 0,
      refusedCount: 1,
      refused: [{ line: 3, ...say('line_number_with_point', { text: '"x"' }) }],
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-01-01T00:00:00.000Z',
      complete: true,
    };
    const asBody = await send('?pointCode=M&kind=interval&dryRun=true', text);
    expect({ status: asBody.status, body: asBody.body }).toEqual({ status: 200, body: counts });
    const asForm = await sendForm({ pointCode: 'M', timezone: 'Europe/Berlin', dryRun: 'true' }, [text]);
    expect(asForm).toEqual({ status: 200, body: counts });
    expect((await imports()).body).toEqual([]);
  });

  it('the import routes start an import, show it, undo it, and record it in the audit log', async () => {
    const { status, body } = await send('?pointCode=M', text);
    const { importId } = body as { importId: number };
    expect({ status, body }).toEqual({ status: 202, body: { importId: expect.any(Number) as number } });
    const shown = (await api.call('GET', `/api/energy/readings/imports/${importId}`, { token })).body;
    expect(shown).toMatchObject({
      id: importId,
      pointCode: 'M',
      status: 'running',
      progress: 0,
      refused: [],
    });
    const list = await imports();
    expect(list.body).toEqual([shown]);
    expect(list.headers.get('x-total-count')).toBe('1');

    const undo = () => api.call('DELETE', `/api/energy/readings/imports/${importId}`, { token });
    expect(await undo()).toMatchObject({ status: 200, body: { success: true } });
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'already_undone' } });
    expect((await api.auditEntries()).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['reading_import.started', 'reading_import.undone']),
    );
  });

  it.each([
    ['?pointCode=M', 'application/json', text, 415, 'unsupported_type'],
    ['?pointCode=M', 'text/csv', 'x'.repeat(LIMIT + 1), 413, 'too_large'],
    ['?pointCode=M&dryRun=true', 'text/csv', text.padEnd(LIMIT, '\n'), 200, undefined],
    ['?pointCode=M', 'text/csv', 'Nummer;Foo\n2026-01-01;1\n', 400, 'unknown_columns'],
    ['?pointCode=M&dryRun=true', 'text/csv', '<?xml version="1.0"?>\n', 400, 'invalid_green_button'],
    ['?pointCode=M', 'text/csv', '01/02/2026 00:00,1\n', 400, 'ambiguous_dates'],
    ['?pointCode=M&dateFormat=mdy', 'text/csv', '01/02/2026 00:00,1\n', 202, undefined],
    ['?pointCode=M&dateFormat=xyz', 'text/csv', text, 400, 'validation_failed'],
    ['?pointCode=M', 'application/xml', '<feed/>', 202, undefined],
    ['', 'text/csv', text, 400, 'validation_failed'],
    ['?pointCode=M&kind=power', 'text/csv', text, 400, 'validation_failed'],
    ['?pointCode=M&timezone=Europe/Nowhere', 'text/csv', text, 400, 'validation_failed'],
    ['?pointCode=M&dryRun=maybe', 'text/csv', text, 400, 'validation_failed'],
    ['?pointCode=unknown', 'text/csv', text, 404, 'not_found'],
    ['?pointCode=M', 'multipart/form-data', text, 400, 'malformed_form'],
  ])(
    'the import routes return the right status for the query "%s" and a body of the type %s (case %#)',
    async (query, type, body, status, code) => {
      const answer = await send(query, body, type);
      expect([answer.status, (answer.body as { code?: string }).code]).toEqual([status, code]);
    },
  );

  it('the import routes refuse a form without a file, with two files, or with a file that is too large', async () => {
    expect(await sendForm({ pointCode: 'M' }, [])).toMatchObject({ status: 400, body: { code: 'no_file' } });
    expect(await sendForm({ pointCode: 'M' }, [text, text])).toMatchObject({
      status: 400,
      body: { code: 'too_many_files' },
    });
    expect(await sendForm({ pointCode: 'M' }, ['x'.repeat(LIMIT + 1)])).toMatchObject({
      status: 413,
      body: { code: 'too_large' },
    });
  });

  it('the import routes store neither an import nor a file after 20 interrupted uploads', async () => {
    const folder = join(api.environment.DATA_DIR, 'uploads', 'imports');
    const stored = () => (existsSync(folder) ? readdirSync(folder) : []);
    const before = (await imports()).headers.get('x-total-count');
    const known = new Set(stored());
    for (let upload = 0; upload < 20; upload++) await interrupt(upload % 2 === 0);
    // Compare names instead of their number, because a file of an earlier test may still be deleted meanwhile.
    const areDeleted = () => stored().every((name) => known.has(name));
    await waitFor(areDeleted, { what: 'the parts to be deleted' });
    expect((await imports()).headers.get('x-total-count')).toBe(before);
  });

  /** Sends a part of a file, and resets the connection when the api has begun to store the file. */
  function interrupt(asForm: boolean): Promise<void> {
    const type = asForm ? 'multipart/form-data; boundary=b' : 'text/csv';
    const head = asForm ? '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n' : '';
    return new Promise((resolve) => {
      const upload = request(`${api.address}/api/energy/readings/import?pointCode=M`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': 3000 },
      });
      upload.on('error', () => resolve());
      upload.write(`${head}${text}`, () => setImmediate(() => upload.destroy(new Error('interrupted'))));
    });
  }
});
