import { DomainError } from '@app/kernel';
import { type ValidationError, ValidationPipe } from '@nestjs/common';

/** Validates bodies and queries by their classes, and drops unknown fields. */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true,
    whitelist: true,
    exceptionFactory: (faults) => DomainError.invalid(`${faults.flatMap(reasonsOf).join('; ')}.`),
  });
}

function reasonsOf(fault: ValidationError): string[] {
  return [...Object.values(fault.constraints ?? {}), ...(fault.children ?? []).flatMap(reasonsOf)];
}
