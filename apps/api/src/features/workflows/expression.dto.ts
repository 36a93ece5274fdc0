import { type JsonObject, TEXT_KINDS, type TextKind } from '@app/workflow-engine';
import { IsString, MaxLength } from 'class-validator';
import { MessageDto } from '../../http/errors/error.dto';
import { AnyJson } from '../../http/body/any-json.decorator';
import { IntegerProperty } from '../../http/fields/id-properties.decorator';
import { IsJsonObject } from '../../http/fields/json-object.decorator';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';

/** An expression with data. */
export class ExpressionDto {
  /** The expression, or the text that contains expressions. */
  @IsString() @MaxLength(10_000) text: string;
  /** `expression`: the whole text is an expression. `template`: only the parts in `{{ }}` are. */
  @OneOf(TEXT_KINDS) kind: TextKind;
  /** The values of the names that the expression reads, for example `triggerData` and `nodeOutputs`. */
  @Omittable() @Nullable() @IsJsonObject() data?: JsonObject | null;
}

/** Why an expression has no value. */
export class ExpressionErrorDto extends MessageDto {
  /** Position of the error in the text, in characters from 0. */
  @IntegerProperty() position: number;
}

/** The result of an expression. */
export class ExpressionValueDto {
  /** The value; null if there is an error. */
  @AnyJson() value: unknown;
  /** Why there is no value; null if there is one. */
  error: ExpressionErrorDto | null;
}
