import type { components } from './schema.js';

/** A problem of one field of a request. */
export type ErrorDetail = components['schemas']['ErrorDetailDto'];

/** Why something has failed: a sentence with its code and its values. */
export type Failure = components['schemas']['FailureDto'];

/** The result of a call with `openapi-fetch`. */
export interface CallResult<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/** The API has answered with an error status. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The reason for programs, for example `not_found`; null if the answer does not come from the API itself. */
  readonly code: string | null;
  /** The message with its own code and its values. Without them, it has the code of the error. */
  readonly reason: Failure;
  /** The invalid fields, if the request did not match its schema. */
  readonly details: readonly ErrorDetail[];
  /** Seconds after which the call may succeed; null if the answer does not name them. */
  readonly retryAfter: number | null;
  /** The id of the request in the logs of the server. */
  readonly requestId: string | null;

  /** @param body the parsed body of the answer */
  constructor({ status, headers }: Response, body: unknown) {
    const { error, code, reason, details } = Object(body) as Partial<components['schemas']['ErrorDto']>;
    super(error ?? `The API answered with status ${status}.`);
    this.status = status;
    this.code = code ?? null;
    this.reason = reason ?? { code: this.code ?? '', values: {}, message: this.message };
    this.details = details ?? [];
    this.retryAfter = retryAfterOf(headers);
    this.requestId = headers.get('x-request-id');
  }
}

/** Returns the seconds of the header `Retry-After`; null if the header is missing or is not a number. */
export function retryAfterOf(headers: Headers): number | null {
  const text = headers.get('retry-after') ?? '';
  return /^\d+$/.test(text) ? Number(text) : null;
}

/**
 * Returns the data of a call: `await unwrap(api.GET('/api/auth/me'))`.
 * @throws ApiError if the API has answered with an error status
 */
export async function unwrap<Data>(call: Promise<CallResult<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ApiError(response, error);
  return data as Data;
}
