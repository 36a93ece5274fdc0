// Runs in the full check only: it visits every page.
import type { Page } from 'playwright-core';
import { LocalServer } from '../factories/local-server';
import { describeInBrowser, sees, visit } from './browser';
import { waitFor } from '../harness';
import { ConsoleProduct } from './console-product';

jest.setTimeout(240_000);

const BIDI_OVERRIDE = '\u202e';
const MARKUP = `<img src=x onerror=window.hacked=1>[link](javascript:window.hacked=1){{7*7}}${BIDI_OVERRIDE}fdp`;
const SCRIPT = '<script>window.hacked=1</script>';
const HOSTILE = `${MARKUP}${SCRIPT}`;

/** The API refuses file names with a mark that reverses the direction of the text. */
const FILE_NAME = MARKUP.replace(BIDI_OVERRIDE, '');
const FILES = [
  { name: `${FILE_NAME}.md`, mimeType: 'text/markdown', content: HOSTILE },
  { name: `${FILE_NAME}.html`, mimeType: 'text/html', content: `<!doctype html><title>x</title>${HOSTILE}` },
  {
    name: `${FILE_NAME}.svg`,
    mimeType: 'image/svg+xml',
    content: `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`,
  },
];

/** Repeats its input, so that the output of one node and the log of another one have the text. */
const ECHO = {
  name: HOSTILE,
  description: HOSTILE,
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'echo',
      type: 'variable',
      name: HOSTILE,
      config: { name: 'text', value: '{{ triggerData.text }}' },
    },
    { id: 'logs', type: 'condition', config: { expression: 'triggerData.text' } },
  ],
  edges: [
    { source: 'start', target: 'echo' },
    { source: 'echo', target: 'logs' },
  ],
};

const NOTE = {
  type: 'list',
  dataType: 'static',
  dataJson: JSON.stringify(HOSTILE),
  config: { title: HOSTILE, public: true },
  layoutX: 0,
  layoutY: 0,
  layoutW: 4,
  layoutH: 2,
};

const CORNERS = Buffer.from(new Float32Array([0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 4]).buffer);

/** One pixel. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** The API refuses models that contain markup, but JSON may escape it. */
const jsonWithoutMarkup = (value: object) =>
  Buffer.from(JSON.stringify(value).replaceAll('<', String.raw`\u003c`));

/**
 * A triangle with a picture, whose names are hostile.
 * @param more replaces properties of the file
 */
const triangle = (more: object = {}) => ({
  name: 'triangle.gltf',
  mimeType: 'model/gltf+json',
  buffer: jsonWithoutMarkup({
    asset: { version: '2.0', generator: HOSTILE },
    scene: 0,
    scenes: [{ name: HOSTILE, nodes: [0, 1] }],
    nodes: [
      { name: HOSTILE, mesh: 0, extras: { name: SCRIPT } },
      { name: '__proto__', extras: { onclick: 'window.hacked=1' } },
    ],
    meshes: [{ name: HOSTILE, primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
    materials: [{ name: HOSTILE, pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
    textures: [{ source: 0 }],
    images: [{ name: HOSTILE, uri: PICTURE }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [4, 4, 0] },
      { bufferView: 1, componentType: 5126, count: 3, type: 'VEC2' },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 36 },
      { buffer: 0, byteOffset: 36, byteLength: 24 },
    ],
    buffers: [{ byteLength: 60, uri: `data:application/octet-stream;base64,${CORNERS.toString('base64')}` }],
    ...more,
  }),
});

/** Models that the API stores, although a viewer cannot draw them. */
const BEYOND_REACH = {
  'that declares three billion corners without data': triangle({
    accessors: [
      { componentType: 5126, count: 3_000_000_000, type: 'VEC3', min: [0, 0, 0], max: [0, 0, 0] },
      { componentType: 5126, count: 3_000_000_000, type: 'VEC2' },
    ],
    bufferViews: undefined,
    buffers: undefined,
  }),
};

interface WithId {
  id: number;
}

describeInBrowser('hostile content', () => {
  let product: ConsoleProduct;

  beforeAll(async () => (product = await ConsoleProduct.start({})));
  afterAll(() => product.end());
  afterEach(() => product.endTest());

  it('texts of users are shown literally on all pages, and neither run scripts nor load anything', async () => {
    // Without the content security policy, which would hide markup that is not escaped.
    const page = await product.openSignedIn('/api/health', { bypassCSP: true });
    const acts = await hostileActs(page, product.address);
    const post = async (path: string, data: object) =>
      (await product.callAs(page, 'POST', path, data)) as WithId;
    const change = (path: string, data: object) => product.callAs(page, 'PUT', path, data);
    const first = async (path: string) => ((await product.callAs(page, 'GET', path)) as WithId[])[0]?.id;

    await change('/api/configs', { platformName: MARKUP });
    await change(`/api/objects/${await first('/api/objects')}`, { name: HOSTILE });
    const point = await first('/api/points');
    await change(`/api/points/${point}`, { name: HOSTILE });
    await post('/api/dashboard', NOTE);
    await post('/api/api-keys', { name: MARKUP, role: 'viewer' });
    const alert = await post('/api/alerts', { title: HOSTILE, message: HOSTILE, severity: 'major' });
    const fault = await post('/api/faults', { title: HOSTILE, description: HOSTILE, severity: 'major' });
    await post(`/api/faults/${fault.id}/comments`, { text: HOSTILE });
    const work = { title: HOSTILE, description: HOSTILE, checklist: [{ text: HOSTILE }] };
    const order = await post('/api/maintenance', { ...work, dueAt: '2031-05-20T09:00' });
    const workflow = await post('/api/workflows', ECHO);
    const { executionId } = (await product.callAs(page, 'POST', `/api/workflows/${workflow.id}/trigger`, {
      input: { text: HOSTILE },
    })) as { executionId: string };
    await change('/api/energy/areas', { areas: [{ name: HOSTILE }] });

    const shows = async (path: string, { place = page.locator('body'), times = 1 } = {}) => {
      await visit(page, path);
      await sees(
        place
          .getByText(HOSTILE)
          .filter({ visible: true })
          .nth(times - 1),
      );
    };
    const details = page.getByRole('dialog');
    await shows(`/workflows/${workflow.id}/executions/${executionId}`);
    await page.getByRole('button', { name: 'Trigger data' }).click();
    await sees(page.locator('pre').filter({ hasText: SCRIPT, visible: true }).first());
    const runs = page.locator('.mantine-Accordion-root');
    await runs.getByRole('button', { name: /^logs/ }).click();
    await sees(runs.getByText(`The value of the expression is "${HOSTILE}"`, { exact: false }));
    await shows(`/workflows/${workflow.id}`);
    await shows(`/alerts?alert=${alert.id}`, { place: details, times: 2 });
    await shows(`/faults?fault=${fault.id}`, { place: details, times: 3 });
    await shows(`/maintenance?order=${order.id}`, { place: details, times: 3 });
    await shows(`/points?point=${point}`, { place: details });
    await shows('/energy');
    await shows('/', { times: 2 });
    await visit(page, '/users?view=keys');
    await sees(page.getByRole('row').getByText(MARKUP));

    await visit(page, '/audit?action=fault.created');
    const entry = page.getByRole('row').filter({ hasText: `fault ${fault.id}` });
    await entry
      .getByRole('button', { name: /20\d\d/ })
      .first()
      .click();
    await sees(details.getByText(HOSTILE).first());

    await visit(page, '/files');
    for (const { name, mimeType, content } of FILES) {
      await page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer: Buffer.from(content) });
      await page.getByRole('button', { name, exact: true }).click();
      const preview = page.getByRole('dialog', { name });
      if (mimeType !== 'image/svg+xml') await sees(preview.getByText(content));
      else await sees(preview.getByText('Files of this type cannot be shown here.', { exact: false }));
      await page.keyboard.press('Escape');
      await preview.waitFor({ state: 'detached' });
    }

    // The API keeps the figures of this page for 15 seconds.
    await visit(page, '/public');
    await page.getByText(HOSTILE).first().waitFor();
    expect(await page.title()).toBe(MARKUP);
    expect(acts).toEqual([]);

    // The same text runs on this page if it is not escaped.
    await page.evaluate(`document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(HOSTILE)})`);
    const scriptRuns = () => acts.includes('/public has run a script of a text');
    await waitFor(scriptRuns, { what: 'the script of the text' });
    expect(acts).toContain(`${product.address}/x`);
  });

  it('texts and names of a model neither run scripts nor load anything', async () => {
    const page = await product.openSignedIn('/api/health', { bypassCSP: true });
    const acts = await hostileActs(page, product.address);
    const view = (await product.callAs(page, 'GET', '/api/dashboard-model')) as object;
    const position = { x: 1, y: 1, z: 0 };
    const marks = {
      hotspots: [{ id: 'mark', title: HOSTILE, nodeName: HOSTILE, objectId: null, position }],
      labels: [{ id: 'label', text: HOSTILE, position, devices: [] }],
    };
    const show = async (name: string, file: ReturnType<typeof triangle>) => {
      await visit(page, '/model/files?upload=true');
      const form = page.getByRole('dialog');
      await form.getByLabel('Name').fill(name);
      await form.locator('input[type=file]').setInputFiles(file);
      await form.getByRole('button', { name: 'Upload a model' }).click();
      await form.waitFor({ state: 'detached' });
      const models = (await product.callAs(page, 'GET', '/api/models?limit=200')) as (WithId & {
        name: string;
      })[];
      const modelId = models.find((model) => model.name === name)?.id;
      await product.callAs(page, 'PUT', '/api/dashboard-model', { ...view, ...marks, modelId });
      await visit(page, '/model');
    };
    await show(HOSTILE, triangle());
    const marksOver = page.locator('button[aria-pressed]').filter({ hasText: HOSTILE });
    await sees(marksOver.nth(1));
    await page.getByRole('button', { expanded: false }).filter({ hasText: HOSTILE }).first().click();
    await sees(page.getByText('This mark has no object.').filter({ visible: true }).first());
    for (const [name, file] of Object.entries(BEYOND_REACH)) {
      await show(name, file);
      await sees(page.getByText('The model cannot be drawn.', { exact: false }));
      await sees(page.getByText(HOSTILE).first());
    }
    expect(acts).toEqual([]);

    // A name cannot reverse the sentence that contains it.
    await visit(page, '/model/files');
    await page.getByRole('button', { name: HOSTILE, exact: true }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog').getByRole('heading');
    await sees(question.filter({ hasText: '\uFFFDfdp<script>' }));
  });

  it('a page of another origin reads neither the tokens nor an answer of the API', async () => {
    const page = await product.openSignedIn('/api/health');
    const stored = await page.evaluate("localStorage.getItem('plantroom.tokens')");
    expect(stored).toContain('refreshToken');
    // The same host: browsers regard both as the same site, so that they would send cookies.
    const other = await LocalServer.start((_, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>Other</title>'),
    );
    try {
      // These pages are not watched for errors, because the browser reports each attempt as an error.
      const thief = await page.context().newPage();
      await thief.goto(`http://${new URL(product.address).hostname}:${other.port}/`);
      const attempts = {
        refresh: 'TypeError',
        simple: 'TypeError',
        areas: 'TypeError',
        frame: 'SecurityError',
      };
      expect(await stealsFrom(thief, product.address)).toEqual({
        ...attempts,
        storage: null,
        popup: 'SecurityError',
      });
      const own = await page.context().newPage();
      await own.goto('/profile');
      // The same attempts on a page of the console find the tokens, except in a frame, which no page may have.
      expect(await stealsFrom(own, product.address)).toMatchObject({
        storage: stored,
        popup: stored,
        frame: 'SecurityError',
      });
      await sees(own.getByText('Live', { exact: true }));
    } finally {
      await other.stop();
    }
  });
});

/** Loads the console. Records when a script of a text runs, requests for its picture, and requests to other origins. */
async function hostileActs(page: Page, address: string): Promise<string[]> {
  const acts: string[] = [];
  await page.exposeFunction('reportAct', (act: string) => void acts.push(act));
  await page.addInitScript(`Object.defineProperty(window, 'hacked', {
    set: () => reportAct(location.pathname + ' has run a script of a text'),
  })`);
  page.on('request', (request) => {
    const { origin, pathname, href, protocol } = new URL(request.url());
    if (['blob:', 'data:'].includes(protocol)) return;
    if (origin !== new URL(address).origin || pathname.endsWith('/x')) acts.push(href);
  });
  // The script runs only on pages that are loaded from now on.
  await page.goto('/profile');
  return acts;
}

/** Tries to read the tokens and answers of the product from a page. Returns what was read, or the names of the errors. */
async function stealsFrom(page: Page, address: string): Promise<unknown> {
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate(`{ popup = open('${address}/profile') }`),
  ]);
  await sees(popup.getByText('Live', { exact: true }));
  const found = await page.evaluate(`(async () => {
    const call = (path, options) => fetch('${address}' + path, { credentials: 'include', ...options })
      .then((response) => response.text());
    const json = { 'content-type': 'application/json' };
    const frame = document.createElement('iframe');
    const attempts = {
      storage: () => localStorage.getItem('plantroom.tokens'),
      refresh: () => call('/api/auth/refresh', { method: 'POST', headers: json, body: '{}' }),
      simple: () => call('/api/auth/refresh', { method: 'POST', body: '{}' }),
      areas: () => call('/api/energy/areas'),
      popup: () => popup.localStorage.getItem('plantroom.tokens'),
      frame: async () => {
        await new Promise((resolve) => {
          frame.onload = resolve;
          frame.src = '${address}/profile';
          document.body.append(frame);
        });
        return frame.contentWindow.localStorage.getItem('plantroom.tokens');
      },
    };
    const read = async ([name, attempt]) => {
      try {
        return [name, await attempt()];
      } catch (error) {
        return [name, error.name];
      }
    };
    return Object.fromEntries(await Promise.all(Object.entries(attempts).map(read)));
  })()`);
  await popup.close();
  return found;
}
