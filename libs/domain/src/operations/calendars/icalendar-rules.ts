import type ICAL from 'ical.js';

/**
 * The parts that a rule of each frequency may have. With other parts, the library may compute for minutes or forever.
 */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  DAILY: [],
  WEEKLY: ['BYDAY'],
  MONTHLY: ['BYDAY', 'BYMONTHDAY'],
  YEARLY: ['BYMONTH', 'BYDAY', 'BYMONTHDAY'],
};
/** A rule may have at most one of these parts. */
const EITHER = ['BYDAY', 'BYMONTHDAY'];
const MAX_INTERVAL = 1000;

/** Describes the part of a recurrence rule that is not supported; null if the whole rule is supported. */
export function unsupportedRule(rule: ICAL.Recur): string | null {
  const allowed = PARTS[rule.freq];
  if (!allowed) return `FREQ=${rule.freq}, which is not supported`;
  const present = Object.keys(rule.parts);
  const other = present.find((part) => !allowed.includes(part));
  if (other) return `${other}, which is not supported for FREQ=${rule.freq}`;
  if (EITHER.every((part) => present.includes(part)))
    return `both ${EITHER.join(' and ')}, which is not supported`;
  if (rule.interval > MAX_INTERVAL) return `an INTERVAL of more than ${MAX_INTERVAL}, which is not supported`;
  return null;
}

/** Describes the part of a rule of clock changes that is not supported: they happen in one month of a year. */
export function unsupportedZoneRule(rule: ICAL.Recur): string | null {
  if (rule.freq !== 'YEARLY') return `FREQ=${rule.freq}, which is not supported in a time zone`;
  const months = (rule.parts['BYMONTH'] as readonly unknown[] | undefined)?.length ?? 0;
  const isInOneMonth = months === 1 || (months === 0 && Object.keys(rule.parts).length === 0);
  return isInOneMonth ? null : 'no single BYMONTH, which a rule of a time zone needs';
}

/** Returns true if a date that the library computed has the month and the day of the month that the rule requires. */
export function meetsRule({ parts }: ICAL.Recur, { month, day }: ICAL.Time): boolean {
  return isOneOf(parts['BYMONTH'], month) && isOneOf(parts['BYMONTHDAY'], day);
}

/** Negative numbers, which count from the end of the month or year, are not checked. */
function isOneOf(wanted: readonly unknown[] | undefined, value: number): boolean {
  return !wanted || wanted.some((each) => Number(each) === value || Number(each) < 0);
}
