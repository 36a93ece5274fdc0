import { RecordId, ShareProperty } from '../../http/fields/id-properties.decorator';
import { InstantProperty } from '../../http/fields/is-instant.decorator';

/** The cost or the emissions of one area in one bucket. */
export class RatedPointDto {
  /** Start of the bucket. */
  @InstantProperty() timestamp: string;
  /** The amount; null (never 0) if nothing was measured, or if a part of the energy has no tariff or factor. */
  value: number | null;
  /** The currency, such as `EUR`, or `kg CO2e`. */
  unit: string;
  /** Id of the area. */
  @RecordId() areaId: number;
  /**
   * Measured share of the bucket, from 0 to 1, with six decimals, rounded down. 1 means that nothing is missing. It is
   * above 0 if anything was measured.
   */
  @ShareProperty() coverage: number;
}
