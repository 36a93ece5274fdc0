import { unwrap } from './api-error.js';
import { createPlantroom } from './plantroom.js';

describe('the body of a call', () => {
  let sent: Request[];

  beforeEach(() => (sent = []));

  const fetch = (request: Request) => {
    sent.push(request);
    return Promise.resolve(Response.json({ id: 'file-1' }, { status: 201 }));
  };
  const { api } = createPlantroom({ baseUrl: 'http://plantroom.test', fetch, apiKey: 'pk_key' });
  const only = () => sent[0] ?? new Request('http://plantroom.test/nothing');

  it('is JSON by default', async () => {
    await unwrap(api.POST('/api/faults', { body: { title: '泵', severity: 'minor' } }));
    expect(only().headers.get('content-type')).toBe('application/json');
    expect(await only().text()).toBe('{"title":"泵","severity":"minor"}');
  });

  it('is a form if it contains a file, without the fields that have no value', async () => {
    const file = new File(['glTF'], 'hall.glb', { type: 'model/gltf-binary' });
    await unwrap(api.POST('/api/models', { body: { name: 'Hall', description: null, file } }));
    expect(only().headers.get('content-type')).toMatch(/^multipart\/form-data; boundary=/);
    const form = await only().formData();
    expect([...form.keys()]).toEqual(['name', 'file']);
    expect(form.get('name')).toBe('Hall');
    const received = form.get('file') as File;
    expect([received.name, received.type, await received.text()]).toEqual([
      'hall.glb',
      'model/gltf-binary',
      'glTF',
    ]);
  });

  it('is text, unchanged and with the media type of the caller', async () => {
    const csv = 'timestamp,value\n2026-03-29T08:15:00Z,1.5\n';
    await unwrap(
      api.POST('/api/energy/readings/import', {
        params: { query: { pointCode: 'METER' } },
        headers: { 'content-type': 'text/csv' },
        body: csv,
      }),
    );
    expect(only().headers.get('content-type')).toBe('text/csv');
    expect(await only().text()).toBe(csv);
  });

  it('may leave out fields with a default value, which an answer always has', async () => {
    const checklist = [{ text: 'Order filters' }];
    const body = { title: 'Replace the filters', type: 'preventive', checklist } as const;
    const order = await unwrap(api.POST('/api/maintenance', { body: { ...body, checklist } }));
    const isDone = ({ done }: (typeof order.checklist)[number]): boolean => done;
    expect(isDone({ text: 'Order filters', done: true })).toBe(true);
    expect(await only().json()).toEqual(body);
  });

  it('is checked by the compiler, which refuses text in place of a file', () => {
    // @ts-expect-error A file is a `Blob` or a `File`.
    void api.POST('/api/files', { body: { file: 'hall.glb' } });
    expect(sent).toHaveLength(1);
  });
});
