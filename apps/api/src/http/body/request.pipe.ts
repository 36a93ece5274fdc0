import { currentRequest, DomainError, type ErrorDetail, say, validationDetails } from '@app/kernel';
import { type ArgumentMetadata, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { knownPartOf } from './known-part';

/** Maximum length of a text in a path or query. */
const MAX_TEXT = 2000;

/**
 * Validates bodies and queries against their classes and drops unknown properties. Only explicit transforms convert
 * values, because implicit conversion would read `enabled=false` as true. Path parameters are texts of limited length.
 */
export class RequestPipe implements PipeTransform<unknown> {
  transform(value: unknown, { type, metatype, data }: ArgumentMetadata): unknown {
    if (type === 'custom') return value;
    if (type !== 'body') assertBounded(value, data);
    if (!isDto(metatype)) return value;
    if (value !== undefined && !isRecord(value)) {
      throw DomainError.invalid('The body must be a JSON object.');
    }
    const instance = validated(metatype, value ?? {});
    const request = type === 'body' ? currentRequest() : undefined;
    if (request) request.validBody = instance;
    return instance;
  }
}

/** Converts plain data to an instance of its class. @throws DomainError `validation_failed` */
export function validated<Dto extends object>(dto: Type<Dto>, value: Record<string, unknown>): Dto {
  const { instance, details } = checked(dto, value);
  if (details.length > 0) throw refusal(details);
  return instance;
}

/** Validates a value against its class and drops unknown properties. If `details` is empty, the value is valid. */
export function checked<Dto extends object>(
  dto: Type<Dto>,
  value: Record<string, unknown>,
): { instance: Dto; details: ErrorDetail[] } {
  const instance = toInstance(dto, knownPartOf(dto, value));
  return { instance, details: validationDetails(validateSync(instance, { whitelist: true })) };
}

const NOT_DTOS = new Set<unknown>([String, Boolean, Number, Array, Object, Date]);

function isDto(metatype: Type | undefined): metatype is Type<object> {
  return metatype !== undefined && !NOT_DTOS.has(metatype);
}

function toInstance<Dto extends object>(metatype: Type<Dto>, value: Record<string, unknown>): Dto {
  try {
    return plainToInstance(metatype, value);
  } catch (error) {
    // class-transformer uses the value of a property named `constructor` as a class, even in plain data.
    if (!namesConstructor(value)) throw error;
    throw DomainError.invalid('The body must not have a property named "constructor". Rename the property.');
  }
}

function namesConstructor(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, 'constructor') || Object.values(value).some(namesConstructor);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Checks the length of each text in a path or query. If the handler declares one parameter by name, as in
 * `@Query('name')`, its value must be a single text.
 */
function assertBounded(value: unknown, name: string | undefined): void {
  if (name !== undefined && Array.isArray(value)) throw DomainError.ofField(name, say('given_twice'));
  const texts = typeof value === 'string' ? [[name ?? '', value] as const] : Object.entries(value ?? {});
  for (const [key, text] of texts) {
    for (const one of [text].flat()) {
      if (typeof one !== 'string') continue;
      if (one.length > MAX_TEXT) throw DomainError.ofField(key, say('too_long', { most: MAX_TEXT }));
      if (one.includes('\0')) throw DomainError.ofField(key, say('nul_characters'));
    }
  }
}

function refusal(details: ErrorDetail[]): DomainError {
  const [{ path, message } = { path: '', message: '' }] = details;
  return DomainError.invalid(`The request is not valid: ${path} ${message}.`, details);
}
