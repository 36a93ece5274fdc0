import { regionalFormats, USUAL_FORMATS, withMark } from './regional-formats';

describe('the regional formats', () => {
  it.each([
    ['en-US', 'de-DE', { dates: 'en-DE', hourCycle: 'h23', decimalMark: ',', firstWeekday: 1 }],
    ['en-US', 'en-GB', { dates: 'en-GB', hourCycle: 'h23', decimalMark: '.', firstWeekday: 1 }],
    ['en-US', 'en-US', { dates: 'en-US', hourCycle: 'h12', decimalMark: '.', firstWeekday: 7 }],
    ['zh-CN', 'en-US', { dates: 'zh-CN', hourCycle: 'h23', decimalMark: '.', firstWeekday: 7 }],
  ])('of texts in %s follow a browser of %s', (language, browser, formats) => {
    expect(regionalFormats(language, browser, USUAL_FORMATS)).toMatchObject(formats);
  });

  it('are those that the user has chosen', () => {
    const chosen = {
      dateOrder: 'ymd',
      clock: '24h',
      decimalMark: 'comma',
      firstWeekday: 'saturday',
    } as const;
    const formats = regionalFormats('en-US', 'en-US', { ...USUAL_FORMATS, ...chosen });
    expect(formats).toMatchObject({ hourCycle: 'h23', decimalMark: ',', firstWeekday: 6 });
    expect(
      new Intl.DateTimeFormat(formats.dates, { dateStyle: 'short' }).format(new Date('2026-11-27T12:00Z')),
    ).toBe('2026-11-27');
    expect(regionalFormats('zh-CN', 'de-DE', { ...USUAL_FORMATS, ...chosen }).dates).toBe('zh-CN');
  });

  it('keep the language of units when numbers have a decimal comma', () => {
    const money = new Intl.NumberFormat('zh-CN', { style: 'currency', currency: 'CNY' });
    expect(withMark(money, 1234.5, ',')).toBe('¥1.234,50');
    expect(withMark(money, 1234.5, '.')).toBe('¥1,234.50');
  });
});
