import { listed, nativesOf } from './listed-function';

const number = nativesOf(Number.prototype);
const boolean = nativesOf(Boolean.prototype);
const date = nativesOf(Date.prototype);

export const NUMBER_METHODS = [
  number('toExponential(digits?) → text', 'Converts the number to text in exponential notation.', ['number']),
  number('toFixed(digits?) → text', 'Converts the number to text with the given number of decimal places.', [
    'number',
  ]),
  number(
    'toPrecision(digits?) → text',
    'Converts the number to text with the given number of significant digits.',
    ['number'],
  ),
  number('toString(radix?) → text', 'Converts the number to text in a base from 2 to 36.', ['number']),
].map(listed);

export const BOOLEAN_METHODS = [boolean('toString() → text', 'Returns "true" or "false".', [])].map(listed);

/** Functions that depend on the time zone of the machine are left out. */
export const DATE_METHODS = [
  date('getTime() → number', 'Returns the milliseconds since 1970.', []),
  date('getUTCDate() → number', 'Returns the day of the month in UTC.', []),
  date('getUTCDay() → number', 'Returns the day of the week in UTC. 0 is Sunday.', []),
  date('getUTCFullYear() → number', 'Returns the year in UTC.', []),
  date('getUTCHours() → number', 'Returns the hour in UTC.', []),
  date('getUTCMilliseconds() → number', 'Returns the milliseconds within the second.', []),
  date('getUTCMinutes() → number', 'Returns the minute in UTC.', []),
  date('getUTCMonth() → number', 'Returns the month in UTC. 0 is January.', []),
  date('getUTCSeconds() → number', 'Returns the seconds within the minute.', []),
  date('toISOString() → text', 'Converts the date to an ISO 8601 text in UTC, with milliseconds.', []),
  date('toJSON() → text', 'Like toISOString, but returns null for an invalid date.', []),
  date('valueOf() → number', 'Like getTime.', []),
].map(listed);
