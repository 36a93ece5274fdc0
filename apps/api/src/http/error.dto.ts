/** One fault of a request. */
export class ErrorDetailDto {
  /** Where it stands, for example `recipients[1]`. */
  path: string;

  /** What is wrong with it. */
  message: string;
}

/** The answer to a request that is refused: 4xx. */
export class ErrorDto {
  /** A sentence for a person. */
  error: string;

  /** For programs: snake_case, and stable. */
  code: string;

  /** On validation errors: each fault. */
  details?: ErrorDetailDto[];
}

/** The answer where this service, or what it depends on, failed: 5xx. */
export class ServerErrorDto {
  statusCode: number;

  message: string;
}
