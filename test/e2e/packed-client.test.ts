// Runs in the full check only: it starts whole products.
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { PASSWORD } from '../factories/an-account';
import { PackedClient } from '../factories/packed-client';
import { RunningApi } from '../factories/running-api';
import { freePort, waitFor } from '../harness';

const root = join(__dirname, '..', '..');
const README = readFileSync(join(root, 'clients', 'typescript', 'README.md'), 'utf8');
const WEBHOOK_SECRET = 'whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=';

/** Returns the examples of the README, as a reader would put them into one program. */
const examples = (text: string) =>
  [...text.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code).join('\n');

describe('the typed client, packed by npm', () => {
  const packed = new PackedClient();
  let api: RunningApi;
  let webhookPort: number;

  beforeAll(async () => {
    api = await RunningApi.start();
    webhookPort = await freePort();
    await packed.install();
    const readme = README.replaceAll('http://127.0.0.1:3000', api.address)
      .replace('PASSWORD', PASSWORD)
      .replace('8080', String(webhookPort));
    const [calls = '', webhooks = ''] = readme.split(/^## Verify webhooks$/m);
    await packed.compile({ calls: examples(calls), webhooks: examples(webhooks) });
  });
  afterAll(async () => {
    await api.stop();
    packed.remove();
  });

  it('the packed client contains only the compiled sources, the types and the README', () => {
    expect(packed.files.filter((file) => !/^dist\/[a-z-]+\.(js|d\.ts)$/.test(file))).toEqual([
      'README.md',
      'package.json',
    ]);
    expect(packed.files).toEqual(
      expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'dist/webhooks.js']),
    );
  });

  it('the packed client imports only itself and its dependencies, and no module of Node.js', () => {
    const imported = packed.files
      .filter((file) => file.endsWith('.js'))
      .flatMap((file) => [...packed.read(file).matchAll(/(?:from|import) ?\(?['"]([^'"]+)['"]/g)])
      .map(([, name = '']) => name);
    const outside = [...new Set(imported.filter((name) => !name.startsWith('./')))];
    expect(outside.toSorted()).toEqual(Object.keys(packed.manifest.dependencies).toSorted());
  });

  it('the import map of the README names the installed files of the packed client and of its dependencies', () => {
    const [, text = ''] = /^<script type="importmap">\n(.*?)^<\/script>$/ms.exec(README) ?? [];
    const { imports } = JSON.parse(text) as { imports: Record<string, string> };
    const names = ['@plantroom/client', ...Object.keys(packed.manifest.dependencies)];
    // Only servers verify webhooks.
    const needed = names.filter((name) => name !== 'standardwebhooks');
    expect(Object.keys(imports).toSorted()).toEqual(needed.toSorted());
    expect(Object.values(imports).filter((path) => !existsSync(join(packed.folder, path)))).toEqual([]);
  });

  it('the packed client has the same versions of its dependencies as the product', () => {
    const { dependencies, devDependencies } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>;
    expect({ ...devDependencies, ...dependencies }).toMatchObject(packed.manifest.dependencies);
  });

  it('the packed client runs the examples of its README', async () => {
    const token = await api.signIn();
    const key = await api.call('POST', '/api/api-keys', {
      token,
      body: { name: 'Test', role: 'viewer' },
    });
    const body = { title: 'The pump leaks', severity: 'major' };
    await api.call('POST', '/api/faults', { token, body });
    const program = packed.start('calls', { PLANTROOM_API_KEY: (key.body as { key: string }).key });
    try {
      await waitFor(() => /^Online$/m.test(program.output()), { what: `the state: ${program.output()}` });
      await api.call('POST', '/api/faults', { token, body: { ...body, title: 'The fan is loud' } });
      await waitFor(() => /kWh today$/m.test(program.output()), { what: 'the end of the examples' });
    } finally {
      await program.stop();
    }
    expect(program.output().split('\n')).toEqual(
      expect.arrayContaining([
        'admin sees 0 areas.',
        '400 validation_failed title',
        expect.stringMatching(/^The export [\w-]{36} has started\.$/),
        'major: The pump leaks',
        '0 of 0 alerts',
        'Page 2 has 0 of 1 faults.',
        'note.txt: Filters were replaced.',
        'The fan is loud is open.',
        '0 kWh today',
      ]),
    );
  });

  it('the packed client verifies webhooks as its README shows', async () => {
    const program = packed.start('webhooks', { WEBHOOK_SECRET });
    const id = randomUUID();
    const body = JSON.stringify({ type: 'alert.raised', timestamp: new Date().toISOString(), data: {} });
    const deliver = async (signedBody: string) => {
      const sentAt = new Date();
      const headers = {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
        'webhook-signature': new Webhook(WEBHOOK_SECRET).sign(id, sentAt, signedBody),
      };
      const sent = await fetch(`http://127.0.0.1:${webhookPort}`, { method: 'POST', headers, body });
      return sent.status;
    };
    try {
      await waitFor(() => deliver(body).catch(() => null), { what: 'the receiver' });
      expect(await deliver(body)).toBe(204);
      expect(await deliver(`${body} `)).toBe(401);
    } finally {
      await program.stop();
    }
    expect(program.output()).toContain(`alert.raised ${id}`);
  });
});
