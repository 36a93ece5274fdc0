import type { JobDefinition } from '@app/contracts';
import { DomainError, type ErrorDetail } from '@app/kernel';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';

/**
 * The payload as an instance of the job's payload class, without fields that the class does not name.
 * @throws DomainError `invalid`
 */
export function checkPayload<Payload extends object>(job: JobDefinition<Payload>, payload: unknown): Payload {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw invalidPayload(job, [{ path: '', message: 'must be an object' }]);
  }
  if (job.isRight?.(payload)) return payload as Payload;
  const instance = plainToInstance(job.payload, payload);
  // A job may need no payload at all: its class then has no validated field, which is no fault.
  const faults = validateSync(instance, { whitelist: true, forbidUnknownValues: false });
  if (faults.length > 0) throw invalidPayload(job, detailsOf(faults));
  return instance;
}

function invalidPayload(job: JobDefinition<object>, details: ErrorDetail[]): DomainError {
  const faults = details.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  return DomainError.invalid(`The payload of the job ${job.name} is not valid: ${faults}.`, details);
}

function detailsOf(faults: ValidationError[], parent = ''): ErrorDetail[] {
  return faults.flatMap(({ property, constraints, children }) => {
    const path = /^\d+$/.test(property)
      ? `${parent}[${property}]`
      : [parent, property].filter(Boolean).join('.');
    const own = Object.values(constraints ?? {}).map((message) => ({
      path,
      message: message.replace(`${property} `, ''),
    }));
    return [...own, ...detailsOf(children ?? [], path)];
  });
}
