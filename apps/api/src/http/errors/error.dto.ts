import { type Message, MESSAGE_CODES } from '@app/kernel';
import { ApiProperty } from '@nestjs/swagger';
import { IntegerProperty } from '../fields/id-properties.decorator';
/** A sentence for people that programs can read, too. */
export class FailureDto implements Message {
  /** A `MessageCode`, or the code of an error without values. New codes are added between versions. */
  code: string;

  /** The values that the sentence names, by the names that belong to the code. A value may be a message itself. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { most: 64 } })
  values: Message['values'];

  /** The sentence in English. */
  message: string;
}

/** A sentence of the catalogue, which clients can translate by its code. */
export class MessageDto extends FailureDto {
  /** Code of the sentence. New codes are added between versions. */
  @ApiProperty({ enum: MESSAGE_CODES, enumName: 'MessageCode' }) declare code: string;
}

/** One problem of a request. */
export class ErrorDetailDto extends MessageDto {
  /** The field, for example `recipients[1]`. */
  path: string;
}

/** The body of a 4xx answer. */
export class ErrorDto {
  /** Message for people. */
  error: string;

  /** Machine-readable reason in snake_case. It does not change between versions. */
  code: string;

  /** The sentence with its own code and its values, if it says more than `code`. */
  reason?: FailureDto;

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

  /** The sentence with its own code and its values, if it says more than `code`. */
  reason?: FailureDto;
}

/** The two fields of an answer that say why something has failed. */
export function failureFields(failure: Message | null): { error: string | null; failure: Message | null } {
  return { error: failure?.message ?? null, failure };
}
