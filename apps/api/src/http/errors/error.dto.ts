import { IntegerProperty } from '../fields/id-properties.decorator';
/** One problem of a request. */
export class ErrorDetailDto {
  /** The field, for example `recipients[1]`. */
  path: string;

  /** A description of the problem. */
  message: string;
}

/** The body of a 4xx answer. */
export class ErrorDto {
  /** Message for people. */
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

  /** Message for people. */
  error: string;

  /**
   * Machine-readable reason in snake_case. It does not change between versions. `outcome_unknown` means that the write
   * may have been carried out.
   */
  code: string;
}
