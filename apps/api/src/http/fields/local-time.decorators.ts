import { Rule, say } from '@app/kernel';
import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';

const CLOCK_TIME = /^(([01]\d|2[0-3]):[0-5]\d|24:00)$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** A local time of day, `HH:MM`, from 00:00 to 24:00. */
export function IsClockTime(): PropertyDecorator {
  return applyDecorators(
    Matches(CLOCK_TIME, { context: say('not_time') }),
    ApiProperty({ type: String, pattern: CLOCK_TIME.source, example: '07:30' }),
  );
}

/** A local time of day, `HH:MM`, or a date, `YYYY-MM-DD`. */
export function IsClockTimeOrDate(): PropertyDecorator {
  return applyDecorators(
    Rule(
      'isClockTimeOrDate',
      (value: unknown) => (typeof value === 'string' && CLOCK_TIME.test(value)) || isDate(value),
      say('not_time_or_date'),
    ),
    ApiProperty({ type: String, pattern: `${CLOCK_TIME.source}|${DATE.source}`, example: '2026-12-25' }),
  );
}

/** A date of the calendar without a time, `YYYY-MM-DD`. */
export function IsLocalDate(): PropertyDecorator {
  return applyDecorators(
    Rule('isLocalDate', isDate, say('not_date')),
    ApiProperty({ type: String, format: 'date' }),
  );
}

/** Parsing turns a date that does not exist, such as 30 February, into another date. */
function isDate(value: unknown): boolean {
  if (typeof value !== 'string' || !DATE.test(value)) return false;
  const parsed = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(value);
}
