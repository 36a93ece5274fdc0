import type { ValidationOptions } from 'class-validator';
import { say } from './messages';
import { isTimeZone } from './time-zone';
import { Rule } from './validation-rule';

export function IsTimeZoneName(options?: ValidationOptions): PropertyDecorator {
  return Rule('isTimeZoneName', isTimeZone, say('not_time_zone'), options);
}
