import { ValidateBy, type ValidationOptions } from 'class-validator';
import { isTimeZone } from './time-zone';

export function IsTimeZoneName(options?: ValidationOptions): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isTimeZoneName',
      validator: {
        validate: isTimeZone,
        defaultMessage: () => 'must be an IANA time zone such as Europe/London',
      },
    },
    options,
  );
}
