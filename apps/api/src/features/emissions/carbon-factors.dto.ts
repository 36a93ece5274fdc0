import { FailureDto } from '../../http/errors/error.dto';
import { IntegerProperty } from '../../http/fields/id-properties.decorator';

/**
 * An emission factor, or a category with its factors. For a category, all fields except `id`, `name` and `children` are
 * null.
 */
export class CarbonFactorNodeDto {
  /** Unique within the tree. */
  id: string;
  /** Name of the category or the factor. */
  name: string;
  /** Emissions per unit. */
  value: number | null;
  /** Unit of `value`, such as `kgCO2e/kWh`. */
  unit: string | null;
  /** Who published the factor. */
  source: string | null;
  /** Year for which the factor was published. */
  @IntegerProperty() year: number | null;
  /** Region in which the factor applies. */
  region: string | null;
  /** Scope of the Greenhouse Gas Protocol. */
  scope: string | null;
  /** Start of the factor's validity: a date in the platform time zone, or an instant. Null if there is no start. */
  validFrom: string | null;
  /** End of the factor's validity: a date (inclusive) or an instant (exclusive). Null if there is no end. */
  validTo: string | null;
  /** The factors of a category. Empty for a factor. */
  children: CarbonFactorNodeDto[];
}

/** All emission factors. */
export class CarbonFactorsDto {
  /** The categories, such as electricity, gas and water. */
  factors: CarbonFactorNodeDto[];
}

/** The outcome of a refresh. */
export class CarbonFactorRefreshDto {
  /** False if the refresh failed. The factors are then unchanged. */
  success: boolean;
  /** The result, or the reason for the failure. */
  message: string;
  /** `message` with its code and its values, for programs. */
  result: FailureDto;
}
