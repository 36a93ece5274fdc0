import { ErrorCode } from '@bacnet-js/client';
import { REASONS } from '../serving/reasons';

/** The device answers, but refuses a request or a property. The message is the reason in words. */
export class Refusal extends Error {
  constructor(
    message: string,
    /** Null if the device has ended the request in another way than by an error. */
    readonly code: number | null,
  ) {
    super(message);
  }
}

const MESSAGES: Readonly<Record<number, string>> = {
  [ErrorCode.UNKNOWN_OBJECT]: 'the device has no such object',
  [ErrorCode.UNKNOWN_PROPERTY]: 'the object has no such property',
  [ErrorCode.WRITE_ACCESS_DENIED]: 'the device does not allow the write',
  [ErrorCode.READ_ACCESS_DENIED]: 'the device does not allow the read',
  [ErrorCode.VALUE_OUT_OF_RANGE]: 'the device does not accept this value',
  [ErrorCode.INVALID_DATA_TYPE]: 'the device expects a value of another type',
  [ErrorCode.DEVICE_BUSY]: REASONS.device_busy,
  [ErrorCode.OPERATIONAL_PROBLEM]: 'the device reports a fault',
};

export function refusalByCode(code: number): Refusal {
  return new Refusal(MESSAGES[code] ?? `the device refuses with the error ${code}`, code);
}

/** Returns the refusal for an error of the library about an answer. */
export function refusalOf({ message }: Error): Refusal {
  // The library gives class and code of an error only in the text.
  const [, code] = /^BacnetError - Class:\d+ - Code:(\d+)$/.exec(message) ?? [];
  if (code !== undefined) return refusalByCode(Number(code));
  const [, reason] = /^BacnetAbort - Reason:(\d+)$/.exec(message) ?? [];
  if (reason !== undefined)
    return new Refusal(`the device rejects or aborts the request with the reason ${reason}`, null);
  return new Refusal(`the answer cannot be read: ${message}`, null);
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Refusal;
}

/** Returns the refusal instead of throwing it. */
export async function unlessRefused<T>(work: Promise<T>): Promise<T | Refusal> {
  try {
    return await work;
  } catch (error) {
    if (isRefusal(error)) return error;
    throw error;
  }
}
