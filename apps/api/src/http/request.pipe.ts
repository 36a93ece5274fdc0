import { DomainError } from '@app/kernel';
import { type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { errorDetails } from './error-details';

/** The longest text that a path or a query has a use for. */
const MAX_TEXT = 2000;

/**
 * Checks bodies and queries against their classes and drops what those do not name; nothing is converted but by
 * explicit transforms, for implicit conversion takes `enabled=false` for true. Parameters of paths are bounded text.
 */
export class RequestPipe implements PipeTransform<unknown> {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if (type === 'custom') return value;
    if (type !== 'body') assertBounded(value, data);
    if (!isDto(metatype)) return value;
    if (value !== undefined && !isRecord(value)) {
      throw DomainError.invalid('The body must be a JSON object.');
    }
    const instance = toInstance(metatype, value ?? {});
    const errors = validateSync(instance, { whitelist: true });
    if (errors.length > 0) throw refusal(errors);
    return instance;
  }
}

const NOT_DTOS = new Set<unknown>([String, Boolean, Number, Array, Object, Date]);

function isDto(metatype: Type | undefined): metatype is Type<object> {
  return metatype !== undefined && !NOT_DTOS.has(metatype);
}

function toInstance(metatype: Type<object>, value: Record<string, unknown>): object {
  try {
    return plainToInstance(metatype, value);
  } catch (error) {
    // In what no class describes it takes a property of this name for the class.
    if (!namesConstructor(value)) throw error;
    throw DomainError.invalid('The body has a property called constructor where none belongs.');
  }
}

function namesConstructor(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, 'constructor') || Object.values(value).some(namesConstructor);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Each text of a path or a query; where one is taken by name, it must be one. */
function assertBounded(value: unknown, name: string | undefined): void {
  if (name !== undefined && Array.isArray(value)) throw unfit(name, 'is given more than once');
  const texts = typeof value === 'string' ? [[name ?? '', value] as const] : Object.entries(value ?? {});
  for (const [key, text] of texts) {
    for (const one of [text].flat()) {
      if (typeof one !== 'string') continue;
      if (one.length > MAX_TEXT) throw unfit(key, `must not be longer than ${MAX_TEXT} characters`);
      if (one.includes('\0')) throw unfit(key, 'must not contain NUL characters');
    }
  }
}

function refusal(errors: Parameters<typeof errorDetails>[0]): DomainError {
  const details = errorDetails(errors);
  return DomainError.invalid(
    `The request is not valid: ${details[0]?.message ?? 'see the details'}.`,
    details,
  );
}

function unfit(path: string, message: string): DomainError {
  return DomainError.invalid(`${path} ${message}.`, [{ path, message }]);
}
