import type { JobDefinition } from '@app/contracts';
import { DomainError, type ErrorDetail, say, validationDetails } from '@app/kernel';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';

/**
 * Converts the payload to an instance of the job's payload class and drops unknown fields.
 * @throws DomainError `invalid`
 */
export function checkPayload<Payload extends object>(job: JobDefinition<Payload>, payload: unknown): Payload {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) {
    throw invalidPayload(job, [{ path: '', ...say('not_object') }]);
  }
  if (job.isRight?.(payload)) return payload as Payload;
  const instance = plainToInstance(job.payload, payload);
  // A job without a payload has a class without validated fields. class-validator would refuse such a class by default.
  const faults = validateSync(instance, { whitelist: true, forbidUnknownValues: false });
  if (faults.length > 0) throw invalidPayload(job, validationDetails(faults));
  return instance;
}

function invalidPayload(job: JobDefinition<object>, details: ErrorDetail[]): DomainError {
  const faults = details.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  return DomainError.invalid(`The payload of the job ${job.name} is not valid: ${faults}.`, details);
}
