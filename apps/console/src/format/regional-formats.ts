import { createContext } from 'react';

/** The formats that a person may choose. `browser` follows the region of the browser. */
export interface FormatChoices {
  /** Applies in English. Dates in Chinese begin with the year. */
  dateOrder: 'browser' | 'dmy' | 'mdy' | 'ymd';
  clock: 'browser' | '24h' | '12h';
  decimalMark: 'browser' | 'point' | 'comma';
  firstWeekday: 'browser' | 'monday' | 'saturday' | 'sunday';
  /** The zone of times: the one of the building, or the one of the device. */
  timeZone: 'building' | 'local';
}

export const USUAL_FORMATS: FormatChoices = {
  dateOrder: 'browser',
  clock: 'browser',
  decimalMark: 'browser',
  firstWeekday: 'browser',
  timeZone: 'building',
};

/** The formats of the user. */
export const FormatContext = createContext(USUAL_FORMATS);

interface RegionalFormats {
  /** The locale of dates and times. */
  dates: string;
  /** Whether dates of medium length consist of numbers. */
  hasShortDates: boolean;
  hourCycle: 'h12' | 'h23';
  decimalMark: '.' | ',';
  /** 1 is Monday. */
  firstWeekday: number;
}

const ENGLISH_DATES = { dmy: 'en-GB', mdy: 'en-US', ymd: 'en-SE' };
const CLOCKS = { '24h': 'h23', '12h': 'h12' } as const;
const MARKS = { point: '.', comma: ',' } as const;
const WEEKDAYS = { monday: 1, saturday: 6, sunday: 7 };

/**
 * Returns the formats of texts in a language. English dates follow the region of the browser: a German browser shows
 * `26 Nov 2026, 13:28` and `1.234,5`, an American one `Nov 26, 2026, 1:28 PM` and `1,234.5`.
 * @param browser the locale of the browser
 */
export function regionalFormats(language: string, browser: string, chosen: FormatChoices): RegionalFormats {
  const { region } = new Intl.Locale(browser);
  const isEnglish = language.startsWith('en');
  const usual = region && isEnglish ? `en-${region}` : language;
  const isOrdered = isEnglish && chosen.dateOrder !== 'browser';
  const decimalMark = chosen.decimalMark === 'browser' ? markOf(browser) : MARKS[chosen.decimalMark];
  return {
    dates: isOrdered ? ENGLISH_DATES[chosen.dateOrder as keyof typeof ENGLISH_DATES] : usual,
    hasShortDates: isOrdered && chosen.dateOrder === 'ymd',
    hourCycle: chosen.clock === 'browser' ? clockOf(usual) : CLOCKS[chosen.clock],
    decimalMark,
    firstWeekday: chosen.firstWeekday === 'browser' ? weekdayOf(browser) : WEEKDAYS[chosen.firstWeekday],
  };
}

const markOf = (locale: string) => (new Intl.NumberFormat(locale).format(1.5).includes(',') ? ',' : '.');

const clockOf = (locale: string) =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions().hour12 ? 'h12' : 'h23';

/** Browsers offer it as a method or as a property, or not at all. */
interface WeekLocale {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

function weekdayOf(locale: string): number {
  const week = new Intl.Locale(locale) as WeekLocale;
  return (week.getWeekInfo?.() ?? week.weekInfo)?.firstDay ?? WEEKDAYS.monday;
}

/** Returns a number as `format` writes it, with this decimal mark. Groups of digits then have the other one. */
export function withMark(format: Intl.NumberFormat, value: number, decimalMark: '.' | ','): string {
  const marks: Partial<Record<Intl.NumberFormatPartTypes, string>> = {
    decimal: decimalMark,
    group: decimalMark === ',' ? '.' : ',',
  };
  return format
    .formatToParts(value)
    .map(({ type, value: text }) => marks[type] ?? text)
    .join('');
}
