import { useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlatform } from '../api/platform';
import { FormatContext, regionalFormats, USUAL_FORMATS, withMark } from './regional-formats';

/** Shown instead of a value that nobody has measured. */
const NO_VALUE = '–';
const KG_PER_TONNE = 1000;
/** Each unit is a thousand times the one before it. */
const SIZE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const SECONDS = ['second', 1] as const;
const AGE_UNITS = [['day', 86_400], ['hour', 3600], ['minute', 60], SECONDS] as const;
type Amount = number | null | undefined;

export interface Format {
  /** A number with at most `digits` decimals. */
  number: (value: Amount, digits?: number) => string;
  /** A number with its unit: `12.4 kW`. From a thousand on, kilograms of CO₂ are tonnes. */
  quantity: (value: Amount, unit: string, digits?: number) => string;
  /** A mass in kilograms, from a thousand on in tonnes: `3.96 t`. */
  mass: (kilograms: Amount) => string;
  /** A size: `12.4 MB`. */
  fileSize: (bytes: Amount) => string;
  /** A share from 0 to 1 as a percentage. */
  share: (value: Amount) => string;
  /** A change in percent with its sign. */
  change: (percent: Amount) => string;
  /** An instant in the time zone of the user. `medium` includes the seconds. */
  dateTime: (instant: string | null | undefined, style?: 'short' | 'medium') => string;
  /** An instant in the time zone of the platform, as a date and a time, or one of them. */
  siteDateTime: (instant: string | null | undefined) => string;
  date: (instant: string | null | undefined) => string;
  time: (instant: string | null | undefined) => string;
  /** How long ago an instant was: `5m ago`. */
  age: (instant: string | null | undefined, nowMs: number) => string;
  /** The chosen parts of an instant in the time zone of the platform. The options are those of `Intl.DateTimeFormat`. */
  part: (instant: string, options: Intl.DateTimeFormatOptions) => string;
  /** An amount with all decimals of its currency. */
  money: (amount: Amount, currency: string) => string;
  /** The time zone of the user: the one of the platform, or the one of the device. */
  timeZone: string | undefined;
  /** The first day of the week. 1 is Monday. */
  firstWeekday: number;
}

/** Returns functions that format values in the language and with the chosen formats of the user. */
export function useFormat(): Format {
  const { i18n } = useTranslation();
  const chosen = useContext(FormatContext);
  const timeZone = usePlatform()?.timezone;
  return useMemo(() => createFormat(i18n.language, timeZone, chosen), [i18n.language, timeZone, chosen]);
}

/** @param platformZone by default, the zone of the browser */
export function createFormat(language: string, platformZone?: string, chosen = USUAL_FORMATS): Format {
  const numbers = new Map<string, Intl.NumberFormat>();
  const dates = new Map<string, Intl.DateTimeFormat>();
  const formats = regionalFormats(language, navigator.language, chosen);
  const { hourCycle, hasShortDates, decimalMark, firstWeekday } = formats;
  const timeZone = chosen.timeZone === 'local' ? undefined : platformZone;
  const numberFormat = (options: Intl.NumberFormatOptions) =>
    cached(numbers, options, () => new Intl.NumberFormat(language, options));
  const dateFormat = ({ dateStyle, ...options }: Intl.DateTimeFormatOptions) => {
    const style = hasShortDates && dateStyle === 'medium' ? 'short' : dateStyle;
    return new Intl.DateTimeFormat(formats.dates, { hourCycle, dateStyle: style, ...options });
  };
  const inZone = (instant: string, options: Intl.DateTimeFormatOptions) =>
    cached(dates, options, () => dateFormat(options)).format(new Date(instant));
  const part: Format['part'] = (instant, options) => inZone(instant, { timeZone: platformZone, ...options });
  const orNone = (value: Amount, options: Intl.NumberFormatOptions, scale = 1) =>
    value === null || value === undefined
      ? NO_VALUE
      : withMark(numberFormat(options), value * scale, decimalMark);
  const at = (options: Intl.DateTimeFormatOptions) => (instant: string | null | undefined) =>
    instant ? part(instant, options) : NO_VALUE;
  const ages = new Intl.RelativeTimeFormat(language, { style: 'narrow' });
  return {
    number: (value, digits = 1) => orNone(value, { maximumFractionDigits: digits }),
    quantity: (value, unit, digits = 1) =>
      unit.startsWith('kg CO') && Math.abs(value ?? 0) >= KG_PER_TONNE
        ? `${orNone(value, { maximumFractionDigits: 2 }, 1 / KG_PER_TONNE)} ${unit.replace('kg', 't')}`
        : `${orNone(value, { maximumFractionDigits: digits })} ${unit}`,
    mass: (kilograms) =>
      Math.abs(kilograms ?? 0) < KG_PER_TONNE
        ? `${orNone(kilograms, { maximumFractionDigits: 0 })} kg`
        : `${orNone(kilograms, { maximumFractionDigits: 2 }, 1 / KG_PER_TONNE)} t`,
    fileSize: (bytes) => {
      const step = Math.min(SIZE_UNITS.length - 1, Math.floor(Math.log10(Math.max(bytes ?? 0, 1)) / 3));
      const options = { style: 'unit', unit: SIZE_UNITS[step], maximumFractionDigits: step === 0 ? 0 : 1 };
      return orNone(bytes, options as Intl.NumberFormatOptions, 1000 ** -step);
    },
    share: (value) => orNone(value, { style: 'percent', maximumFractionDigits: 0 }),
    change: (percent) =>
      orNone(percent, { style: 'percent', maximumFractionDigits: 1, signDisplay: 'exceptZero' }, 0.01),
    dateTime: (instant, timeStyle = 'short') =>
      instant ? inZone(instant, { timeZone, dateStyle: 'medium', timeStyle }) : NO_VALUE,
    siteDateTime: at({ dateStyle: 'medium', timeStyle: 'short' }),
    date: at({ dateStyle: 'medium' }),
    time: at({ timeStyle: 'short' }),
    age: (instant, nowMs) => {
      if (!instant) return NO_VALUE;
      const seconds = Math.max(0, Math.round((nowMs - Date.parse(instant)) / 1000));
      const [unit, length] = AGE_UNITS.find(([, unitSeconds]) => seconds >= unitSeconds) ?? SECONDS;
      return ages.format(-Math.floor(seconds / length), unit);
    },
    part,
    money: (amount, currency) => orNone(amount, { style: 'currency', currency }),
    timeZone,
    firstWeekday,
  };
}

function cached<Value>(values: Map<string, Value>, options: object, create: () => Value): Value {
  const key = JSON.stringify(options);
  const value = values.get(key) ?? create();
  values.set(key, value);
  return value;
}
