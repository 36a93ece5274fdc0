import { IsBoolean, IsIn, IsInt, IsOptional, IsString, Matches, Min, ValidateBy } from 'class-validator';
import { FAULT_KINDS, type FaultKind } from './faults';

export class FaultDto {
  @IsIn([...FAULT_KINDS, 'none']) kind: FaultKind | 'none';
  /** Number of calls that fail. If it is omitted, calls fail until a request sets the kind `none`. */
  @IsOptional() @IsInt() @Min(1) count?: number;
  /**
   * The path whose calls fail, for example `/codes/values`. If it is omitted, all calls fail except those of `/sim`.
   */
  @IsOptional() @Matches(/^\//, { message: 'path must begin with /' }) path?: string;
}

export class ExpireTokensDto {
  /** Whether refresh tokens are revoked too. Clients then have to log in again. */
  @IsOptional() @IsBoolean() refreshTokens?: boolean;
}

export class ForcedValueDto {
  @IsString() code: string;
  /** The value; null if the point has no value. */
  @ValidateBy({
    name: 'isPointValue',
    validator: {
      validate: (value) => value === null || typeof value === 'boolean' || Number.isFinite(value),
      defaultMessage: () => 'value must be a number, true, false or null',
    },
  })
  value: number | boolean | null;
  @IsOptional() @IsIn(['good', 'uncertain', 'bad']) quality?: 'good' | 'uncertain' | 'bad';
}
