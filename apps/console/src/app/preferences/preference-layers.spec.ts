import { mergePreferences, readOnDevice, withoutSaved, writeOnDevice } from './preference-layers';

const NOTHING = { account: {}, overrides: {} };

describe('The layers of preferences', () => {
  it('apply in the order: defaults, language of the browser, account, this device', () => {
    expect(mergePreferences(undefined, NOTHING)).toEqual({
      theme: 'system',
      language: 'zh-CN',
      density: 'comfortable',
      fontSize: 'normal',
      desktopNotification: false,
      alertSound: false,
      showBreadcrumb: true,
      sidebarCollapsed: false,
      dateOrder: 'browser',
      clock: 'browser',
      decimalMark: 'browser',
      firstWeekday: 'browser',
      timeZone: 'building',
    });
    expect(mergePreferences('en-US', NOTHING).language).toBe('en-US');
    const account = { language: 'zh-CN', theme: 'dark', density: 'compact' } as const;
    const overrides = { theme: 'light', sidebarCollapsed: true } as const;
    expect(mergePreferences('en-US', { account, overrides })).toMatchObject({
      language: 'zh-CN',
      theme: 'light',
      density: 'compact',
      fontSize: 'normal',
      sidebarCollapsed: true,
    });
  });

  it('keep an override that was changed again before the account had saved it', () => {
    const overrides = { theme: 'dark', fontSize: 'large', density: 'compact' } as const;
    expect(withoutSaved(overrides, { theme: 'dark', fontSize: 'normal' })).toEqual({
      fontSize: 'large',
      density: 'compact',
    });
  });

  it('are read as they were written', () => {
    const onDevice = { account: { theme: 'dark' }, overrides: { alertSound: true } } as const;
    expect(readOnDevice(writeOnDevice(onDevice))).toEqual(onDevice);
  });

  it.each([
    ['nothing', null],
    ['a text that is not JSON', '{"theme'],
    ['null', 'null'],
    ['a list', '[1]'],
    ['layers that are no objects', '{"account": 1, "overrides": "dark"}'],
    ['values that are not allowed', '{"account": {"theme": "pink"}, "overrides": {"alertSound": "true"}}'],
    ['unknown preferences', '{"overrides": {"colour": "red"}}'],
  ])('count %s as not set', (_, written) => {
    expect(readOnDevice(written)).toEqual(NOTHING);
  });
});
