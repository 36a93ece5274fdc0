import { listed, nativesOf } from './listed-function';

const number = nativesOf(Number.prototype);
const boolean = nativesOf(Boolean.prototype);
const date = nativesOf(Date.prototype);

export const NUMBER_METHODS = [
  number('toExponential(digits?) → text', 'In exponential notation.', ['number']),
  number('toFixed(digits?) → text', 'With so many digits after the point.', ['number']),
  number('toPrecision(digits?) → text', 'With so many digits in all.', ['number']),
  number('toString(radix?) → text', 'As text, in a number system of 2 to 36 digits.', ['number']),
].map(listed);

export const BOOLEAN_METHODS = [boolean('toString() → text', '"true" or "false".', [])].map(listed);

/** No function here depends on the machine's time zone. */
export const DATE_METHODS = [
  date('getTime() → number', 'Milliseconds since 1970.', []),
  date('getUTCDate() → number', 'The day of the month, UTC.', []),
  date('getUTCDay() → number', 'The day of the week, UTC; 0 is Sunday.', []),
  date('getUTCFullYear() → number', 'The year, UTC.', []),
  date('getUTCHours() → number', 'The hour, UTC.', []),
  date('getUTCMilliseconds() → number', 'The milliseconds.', []),
  date('getUTCMinutes() → number', 'The minute, UTC.', []),
  date('getUTCMonth() → number', 'The month, UTC; 0 is January.', []),
  date('getUTCSeconds() → number', 'The second.', []),
  date('toISOString() → text', 'ISO 8601, UTC, with milliseconds.', []),
  date('toJSON() → text', 'As toISOString, or null.', []),
  date('valueOf() → number', 'As getTime.', []),
].map(listed);
