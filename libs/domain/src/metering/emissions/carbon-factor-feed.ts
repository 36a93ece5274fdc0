import type { CarbonFactorRecord, EnergyType } from '@app/entities';
import { DomainError, type ErrorDetail, isInstantText, validationDetails } from '@app/kernel';
import { plainToInstance, Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  validateSync,
} from 'class-validator';
import { powerToKg } from './emission-units';
import { validity } from './factor-schedule';
import { plainScope } from './factor-scopes';

const MAX_FACTORS = 5000;
const ENERGY_TYPES: ReadonlySet<string> = new Set(['electricity', 'gas', 'water', 'heating', 'cooling']);

/** The property must be an instant or a date. A missing value becomes null. */
function IsValidityEdge(): PropertyDecorator {
  return (target, property) => {
    Transform(({ value }: { value: unknown }) => value ?? null)(target, property);
    ValidateIf((_target, value) => value !== null)(target, property);
    ValidateBy({
      name: 'isInstant',
      validator: { validate: isInstantText, defaultMessage: () => 'must be an ISO 8601 instant or date' },
    })(target, property);
  };
}

class PublishedFactor implements CarbonFactorRecord {
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  @IsString() @IsNotEmpty() @MaxLength(64) category: string;
  @IsNumber() @Min(0) @Max(1e9) value: number;
  @IsString() @IsNotEmpty() @MaxLength(64) unit: string;
  @IsString() @IsNotEmpty() @MaxLength(255) source: string;
  @IsInt() @Min(1900) @Max(2200) year: number;
  @IsString() @IsNotEmpty() @MaxLength(64) region: string;
  /** A number is converted to text, because publishers write 2, "2" or "Scope 2". */
  @Transform(({ value }: { value: unknown }) => (typeof value === 'number' ? String(value) : value))
  @IsString()
  @IsNotEmpty()
  @MaxLength(64)
  scope: string;
  @IsValidityEdge() validFrom: string | null = null;
  @IsValidityEdge() validTo: string | null = null;
}

class PublishedFactors {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_FACTORS)
  @ValidateNested({ each: true })
  @Type(() => PublishedFactor)
  factors: PublishedFactor[];
}

/**
 * Parses the answer of a source of emission factors.
 * @throws DomainError `invalid` with the first faults if any factor is not usable
 */
export function readPublishedFactors(text: string, zone: string): CarbonFactorRecord[] {
  const feed = plainToInstance(PublishedFactors, parsed(text), { exposeDefaultValues: true });
  const faults = validationDetails(
    validateSync(feed, { whitelist: true, forbidUnknownValues: true, stopAtFirstError: true }),
  );
  if (faults.length > 0) throw unusable(faults);
  const inconsistent = inconsistencies(feed.factors, zone);
  if (inconsistent.length > 0) throw unusable(inconsistent);
  return feed.factors;
}

function parsed(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Invalid JSON is reported below, like JSON that is not an object.
  }
  throw unusable([{ path: '', message: 'the answer is not a JSON object' }]);
}

/** Returns the faults that the validation of single fields cannot find. */
function inconsistencies(factors: readonly CarbonFactorRecord[], zone: string): ErrorDetail[] {
  const seen = new Set<string>();
  return factors.flatMap((factor, index) => {
    const path = `factors[${index}]`;
    const { category, region, scope, unit } = factor;
    const isEnergy = ENERGY_TYPES.has(category);
    if (isEnergy && powerToKg(unit, category as EnergyType) === null) {
      return [{ path: `${path}.unit`, message: `must be a unit for ${category}, such as kgCO2e/kWh` }];
    }
    const { startMs, endMs } = validity(factor, zone);
    if (startMs >= endMs) return [{ path: `${path}.validTo`, message: 'must be after validFrom' }];
    const key = JSON.stringify([category, region, plainScope(scope), startMs]);
    // Factors of other categories are listed but never used to compute emissions, so they may overlap.
    if (isEnergy && seen.has(key)) {
      const message = 'is a second factor of the same category, region, scope and validFrom';
      return [{ path, message }];
    }
    seen.add(key);
    return [];
  });
}

function unusable(faults: readonly ErrorDetail[]): DomainError {
  const shown = faults.slice(0, 5).map(({ path, message }) => `${path} ${message}`.trim());
  const more = faults.length > shown.length ? `; and ${faults.length - shown.length} more` : '';
  return DomainError.invalid(`The factors are not usable: ${shown.join('; ')}${more}.`);
}
