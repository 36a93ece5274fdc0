import { isInstantText } from '@app/kernel';
import { ValidateBy } from 'class-validator';

/** An ISO 8601 instant. An instant without an offset is in UTC. */
export function IsInstant(): PropertyDecorator {
  return ValidateBy({
    name: 'isInstant',
    validator: {
      validate: isInstantText,
      defaultMessage: (where) => `${where?.property ?? 'it'} must be an ISO 8601 instant`,
    },
  });
}
