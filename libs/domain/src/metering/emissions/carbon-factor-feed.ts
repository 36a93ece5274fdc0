import type { CarbonFactorRecord, EnergyType } from '@app/entities';
import {
  DomainError,
  type ErrorDetail,
  inTurns,
  isInstantText,
  jsonExcess,
  Rule,
  say,
  validationDetails,
} from '@app/kernel';
import { plainToInstance, Transform } from 'class-transformer';
import {
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateIf,
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
    Rule('isInstant', isInstantText, say('not_instant'))(target, property);
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

/** Maximum number of faults that a message names. */
const MAX_SHOWN = 5;

const FIELDS = [
  'name',
  'category',
  'value',
  'unit',
  'source',
  'year',
  'region',
  'scope',
  'validFrom',
  'validTo',
] as const satisfies (keyof CarbonFactorRecord)[];

/**
 * Parses the answer of a source of emission factors. The event loop handles other events between the factors.
 * @throws DomainError `invalid` with the first faults if any factor is not usable
 */
export function readPublishedFactors(text: string, zone: string): Promise<CarbonFactorRecord[]> {
  return inTurns(usableFactors(listIn(text), zone));
}

function* usableFactors(list: readonly unknown[], zone: string): Generator<void, CarbonFactorRecord[]> {
  const factors: PublishedFactor[] = [];
  const faults: ErrorDetail[] = [];
  for (const [index, one] of list.entries()) {
    const factor = plainToInstance(PublishedFactor, fieldsOf(Object(one)), { exposeDefaultValues: true });
    const found = validationDetails(validateSync(factor, { stopAtFirstError: true }));
    faults.push(...found.map((fault) => ({ ...fault, path: `factors[${index}].${fault.path}` })));
    factors.push(factor);
    yield;
  }
  if (faults.length > 0) throw unusable(faults);
  const inconsistent = yield* inconsistencies(factors, zone);
  if (inconsistent.length > 0) throw unusable(inconsistent);
  return factors;
}

/** Leaves out unknown fields, and the content of objects, because class-transformer would copy all of it. */
function fieldsOf(factor: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = FIELDS.filter((name) => Object.hasOwn(factor, name));
  return Object.fromEntries(known.map((name) => [name, isObject(factor[name]) ? {} : factor[name]]));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function listIn(text: string): unknown[] {
  const { factors } = parsed(text);
  if (Array.isArray(factors) && factors.length > 0 && factors.length <= MAX_FACTORS) return factors;
  throw unusable([{ path: 'factors', ...say('factor_list', { most: MAX_FACTORS }) }]);
}

function parsed(text: string): { factors?: unknown } {
  const excess = jsonExcess(text);
  if (excess !== null) throw unusable([{ path: 'the answer', ...excess }]);
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Invalid JSON is reported below, like JSON that is not an object.
  }
  throw unusable([{ path: '', ...say('factor_no_object') }]);
}

/** Returns the faults that the validation of single fields cannot find. */
function* inconsistencies(
  factors: readonly CarbonFactorRecord[],
  zone: string,
): Generator<void, ErrorDetail[]> {
  const seen = new Set<string>();
  const faults: ErrorDetail[] = [];
  for (const [index, factor] of factors.entries()) {
    const fault = inconsistencyOf(factor, seen, zone);
    if (fault) faults.push({ ...fault, path: `factors[${index}]${fault.path}` });
    yield;
  }
  return faults;
}

/** @param seen the keys of the earlier factors; the key of this one is added */
function inconsistencyOf(factor: CarbonFactorRecord, seen: Set<string>, zone: string): ErrorDetail | null {
  const { category, region, scope, unit } = factor;
  const isEnergy = ENERGY_TYPES.has(category);
  if (isEnergy && powerToKg(unit, category as EnergyType) === null) {
    return { path: '.unit', ...say('factor_unit', { category, example: 'kgCO2e/kWh' }) };
  }
  const { startMs, endMs } = validity(factor, zone);
  if (startMs >= endMs) return { path: '.validTo', ...say('not_after', { other: 'validFrom' }) };
  const key = JSON.stringify([category, region, plainScope(scope), startMs]);
  // Factors of other categories are listed but never used to compute emissions, so they may overlap.
  if (isEnergy && seen.has(key)) {
    return { path: '', ...say('factor_twice') };
  }
  seen.add(key);
  return null;
}

function unusable(faults: readonly ErrorDetail[]): DomainError {
  const shown = faults
    .slice(0, MAX_SHOWN)
    .map(({ path, ...reason }) => (path === '' ? reason : say('factor_fault', { field: path, reason })));
  const left = faults.length - shown.length;
  const all = left > 0 ? [...shown, say('more_faults', { count: left })] : shown;
  const together = all.reduce((first, second) => say('factor_faults', { first, second }));
  return DomainError.invalid(say('factors_unusable', { faults: together }));
}
