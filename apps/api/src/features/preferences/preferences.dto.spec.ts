import { checked } from '../../http/body/request.pipe';
import { PartialPreferencesDto } from './preferences.dto';

describe('PartialPreferencesDto', () => {
  it.each([
    { theme: 'pink' },
    { theme: '' },
    { theme: null },
    { theme: ['dark'] },
    { language: 'zh' },
    { language: 'de-DE' },
    { density: 1 },
    { fontSize: 'huge' },
    { alertSound: 'true' },
    { desktopNotification: 1 },
    { showBreadcrumb: null },
    { sidebarCollapsed: {} },
    { dateOrder: 'dym' },
    { clock: 24 },
    { decimalMark: ',' },
    { firstWeekday: 0 },
    { timeZone: 'Europe/Berlin' },
  ])('refuses an invalid value: %j', (changes) => {
    const { details } = checked(PartialPreferencesDto, { alertSound: true, ...changes });
    expect(details).toMatchObject([{ path: Object.keys(changes)[0] }]);
  });
});
