import { IntegerProperty } from './id-properties.decorator';
/** One problem of a request. */
export class ErrorDetailDto {
  /** The field, for example `recipients[1]`. */
  path: string;

  /** What is wrong. */
  message: string;
}

/** The body of a 4xx answer. */
export class ErrorDto {
  /** A sentence for a person. */
  error: string;

  /** Machine-readable reason in snake_case. It does not change between versions. */
  code: string;

  /** All problems, on validation errors only. */
  details?: ErrorDetailDto[];
}

/** The body of a 5xx answer. */
export class ServerErrorDto {
  /** The HTTP status. */
  @IntegerProperty({ minimum: 500, maximum: 599 }) statusCode: number;

  /** The same sentence as `error`. */
  message: string;

  /** A sentence for a person. */
  error: string;

  /** For programs: snake_case, and stable. `outcome_unknown` if a write may have been carried out. */
  code: string;
}
