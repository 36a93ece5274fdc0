import { ValidateBy, type ValidationArguments, type ValidationOptions } from 'class-validator';
import type { Message } from './messages';

/**
 * A rule of our own for a property: `isValid` decides, and `fault` says what is wrong, also of the value if it names it.
 */
export function Rule(
  name: string,
  isValid: (value: unknown, where?: ValidationArguments) => boolean,
  fault: Message | ((value: unknown) => Message),
  options?: ValidationOptions,
): PropertyDecorator {
  const messageOf = (value: unknown) => (typeof fault === 'function' ? fault(value) : fault).message;
  const validator = {
    validate: isValid,
    defaultMessage: (where?: { value: unknown }) => messageOf(where?.value),
  };
  return ValidateBy({ name, validator }, { ...options, context: fault });
}
