import type ICAL from 'ical.js';

/**
 * The parts that a rule of each frequency may have. Some other combinations make the library search for minutes, or
 * without end.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  DAILY: [],
  WEEKLY: ['BYDAY'],
  MONTHLY: ['BYDAY', 'BYMONTHDAY'],
  YEARLY: ['BYMONTH', 'BYDAY', 'BYMONTHDAY'],
};
/** A rule may have one of these parts. */
const EITHER = ['BYDAY', 'BYMONTHDAY'];
const MAX_INTERVAL = 1000;

/** Returns the part of a recurrence rule that is not supported, for a message; null if the rule is supported. */
export function unsupportedRule(rule: ICAL.Recur): string | null {
  const allowed = PARTS[rule.freq];
  if (!allowed) return `FREQ=${rule.freq}, which is not supported`;
  const present = Object.keys(rule.parts);
  const other = present.find((part) => !allowed.includes(part));
  if (other) return `${other}, which is not supported for FREQ=${rule.freq}`;
  if (EITHER.every((part) => present.includes(part))) return `both ${EITHER.join(' and ')}`;
  if (rule.interval > MAX_INTERVAL) return `an INTERVAL of more than ${MAX_INTERVAL}`;
  return null;
}

/** Whether a date of the library has the month and the day of the month that the rule asks for. */
export function meetsRule({ parts }: ICAL.Recur, { month, day }: ICAL.Time): boolean {
  return isOneOf(parts['BYMONTH'], month) && isOneOf(parts['BYMONTHDAY'], day);
}

/** Negative numbers count from the end and are not checked. */
function isOneOf(wanted: readonly unknown[] | undefined, value: number): boolean {
  return !wanted || wanted.some((each) => Number(each) === value || Number(each) < 0);
}
