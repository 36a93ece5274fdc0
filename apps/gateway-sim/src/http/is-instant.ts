import { ValidateBy } from 'class-validator';
import { parseInstant } from '../replay/parse-instant';

/** An ISO 8601 instant; without an offset it is UTC. */
export function IsInstant(): PropertyDecorator {
  return ValidateBy({
    name: 'isInstant',
    validator: {
      validate: (value: unknown) => typeof value === 'string' && parseInstant(value) !== null,
      defaultMessage: (where) => `${where?.property ?? 'it'} must be an ISO 8601 instant`,
    },
  });
}
