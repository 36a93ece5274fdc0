import { RunningApi } from '../factories/running-api';

const DEFAULTS = {
  theme: 'system',
  language: 'zh-CN',
  density: 'comfortable',
  fontSize: 'normal',
  desktopNotification: false,
  alertSound: false,
  showBreadcrumb: true,
  sidebarCollapsed: false,
};

describe("a user's preferences", () => {
  let api: RunningApi;
  let token: string;

  beforeAll(async () => {
    api = await RunningApi.start();
  });
  afterAll(() => api.stop());
  beforeEach(async () => {
    ({ token } = await api.signInAs('viewer'));
  });

  const preferences = async (of = token) => (await api.call('GET', '/api/settings', { token: of })).body;
  const state = async (of = token) => (await api.call('GET', '/api/auth/me/state', { token: of })).body;
  const set = (body: unknown, of = token) => api.call('PUT', '/api/settings', { token: of, body });

  it("a user's preferences have default values until the user changes them", async () => {
    expect(await preferences()).toEqual(DEFAULTS);
    expect(await state()).toEqual({});
  });

  it("a user's preferences contain defaults for missing values on one route, and only the stored values on another route", async () => {
    expect(await set({ theme: 'dark', showBreadcrumb: false })).toMatchObject({
      status: 200,
      body: { ...DEFAULTS, theme: 'dark', showBreadcrumb: false },
    });
    await set({ density: 'compact' });
    const stored = { theme: 'dark', showBreadcrumb: false, density: 'compact' };
    expect(await preferences()).toEqual({ ...DEFAULTS, ...stored });
    expect(await state()).toEqual(stored);
  });

  it("a user's formats are stored, and left out as long as the browser determines them", async () => {
    const formats = { dateOrder: 'ymd', clock: '24h', decimalMark: 'comma', firstWeekday: 'saturday' };
    await set({ ...formats, timeZone: 'local' });
    expect(await preferences()).toEqual({ ...DEFAULTS, ...formats, timeZone: 'local' });
    expect(await state()).toEqual({ ...formats, timeZone: 'local' });
  });

  it("a user's preferences store a value even if it equals the default", async () => {
    await set({ theme: 'system' });
    expect(await state()).toEqual({ theme: 'system' });
  });

  it("a user's preferences can be sent back as they were read", async () => {
    await set({ fontSize: 'large' });
    const read = await preferences();
    expect((await set(read)).body).toEqual(read);
    expect(await preferences()).toEqual(read);
  });

  it.each([{ theme: 'pink' }, { showBreadcrumb: null }])(
    "a user's preferences reject an invalid value: %j",
    async (changes) => {
      await set({ theme: 'light' });
      expect(await set({ ...changes, alertSound: true, ...changes })).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', details: [{ path: Object.keys(changes)[0] }] },
      });
      expect(await state()).toEqual({ theme: 'light' });
    },
  );

  it("a user's preferences ignore unknown fields in the body", async () => {
    await set({ theme: 'dark', userId: 1, role: 'admin', isAdmin: true });
    expect(await state()).toEqual({ theme: 'dark' });
  });

  it("a user's preferences belong to the signed-in user, even if the body names another", async () => {
    const other = await api.signInAs('admin');
    await set({ theme: 'dark' }, other.token);
    await api.call('PUT', `/api/settings?userId=${other.id}`, {
      token,
      body: { userId: other.id, theme: 'light' },
    });
    expect(await preferences(other.token)).toMatchObject({ theme: 'dark' });
    expect((await api.call('GET', `/api/settings?userId=${other.id}`, { token })).body).toMatchObject({
      theme: 'light',
    });
    for (const path of [`/api/settings/${other.id}`, `/api/auth/${other.id}/state`]) {
      expect((await api.call('GET', path, { token })).status).toBe(404);
    }
  });

  it("a user's preferences keep both of two concurrent changes", async () => {
    await Promise.all([set({ theme: 'dark' }), set({ density: 'compact' }), set({ alertSound: true })]);
    expect(await state()).toEqual({ theme: 'dark', density: 'compact', alertSound: true });
  });
});
