import { listed, native, type FunctionRow } from './listed-function';

const number = Number.prototype;
const date = Date.prototype;

/** Of numbers, booleans and dates. No function of a date depends on the machine's time zone. */
const plain = (signature: string, description: string, target: unknown): FunctionRow => [
  signature,
  description,
  signature.includes('()') ? [] : ['number'],
  native(target),
];

export const NUMBER_METHODS = [
  plain('toExponential(digits?) → text', 'In exponential notation.', number.toExponential),
  plain('toFixed(digits?) → text', 'With so many digits after the point.', number.toFixed),
  plain('toPrecision(digits?) → text', 'With so many digits in all.', number.toPrecision),
  plain('toString(radix?) → text', 'As text, in a number system of 2 to 36 digits.', number.toString),
].map(listed);

export const BOOLEAN_METHODS = [
  plain('toString() → text', '"true" or "false".', Boolean.prototype.toString),
].map(listed);

export const DATE_METHODS = [
  plain('getTime() → number', 'Milliseconds since 1970.', date.getTime),
  plain('getUTCDate() → number', 'The day of the month, UTC.', date.getUTCDate),
  plain('getUTCDay() → number', 'The day of the week, UTC; 0 is Sunday.', date.getUTCDay),
  plain('getUTCFullYear() → number', 'The year, UTC.', date.getUTCFullYear),
  plain('getUTCHours() → number', 'The hour, UTC.', date.getUTCHours),
  plain('getUTCMilliseconds() → number', 'The milliseconds.', date.getUTCMilliseconds),
  plain('getUTCMinutes() → number', 'The minute, UTC.', date.getUTCMinutes),
  plain('getUTCMonth() → number', 'The month, UTC; 0 is January.', date.getUTCMonth),
  plain('getUTCSeconds() → number', 'The second.', date.getUTCSeconds),
  plain('toISOString() → text', 'ISO 8601, UTC, with milliseconds.', date.toISOString),
  plain('toJSON() → text', 'As toISOString, or null.', date.toJSON),
  plain('valueOf() → number', 'As getTime.', date.valueOf),
].map(listed);
