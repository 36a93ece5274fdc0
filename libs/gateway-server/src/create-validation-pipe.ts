import { DomainError, validationDetails } from '@app/kernel';
import { ValidationPipe } from '@nestjs/common';

/** Validates bodies and queries by their classes, and drops unknown fields. */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    validationError: { target: true },
    exceptionFactory: (faults) =>
      DomainError.invalid(
        `${validationDetails(faults)
          .map(({ path, message }) => `${path} ${message}`)
          .join('; ')}.`,
      ),
  });
}
