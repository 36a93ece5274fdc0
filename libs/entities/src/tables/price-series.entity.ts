import { Column, Entity, ForeignKey, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { JsonTextColumn, PrimaryInstantColumn } from '../columns';

/** Energy prices that change by quarters of an hour, such as those of a power exchange. */
@Entity('price_series')
export class PriceSeriesEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 255 }) name: string;
  /** ISO 4217. */
  @Column({ type: 'varchar', length: 3 }) currency: string;
}

/** The prices of one UTC day of a series. */
@Entity('price_day')
export class PriceDayEntity {
  @ForeignKey(() => PriceSeriesEntity, { onDelete: 'CASCADE', onUpdate: 'NO ACTION' })
  @PrimaryColumn({ type: 'int' })
  seriesId: number;
  /** Midnight in UTC. */
  @PrimaryInstantColumn() day: Date;
  /**
   * The price of each of the 96 quarters of an hour, in whole billionths of the currency per kWh, so that the decimal
   * number of the import is stored exactly; null if the price is not known.
   */
  @JsonTextColumn() prices: (number | null)[];
}
