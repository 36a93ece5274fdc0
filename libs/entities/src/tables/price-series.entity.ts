import type { Message } from '@app/kernel';
import { Column, Entity, ForeignKey, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import { JsonTextColumn, PrimaryInstantColumn } from '../columns';

/** The address from which prices are fetched each hour, and the outcome. All instants are ISO 8601 in UTC. */
export interface PriceSource {
  url: string;
  triedAt: string | null;
  /** When prices were fetched last. */
  fetchedAt: string | null;
  /** Why the last try failed. */
  failure: Message | null;
}

/** Energy prices that change by quarters of an hour, such as those of a power exchange. */
@Entity('price_series')
export class PriceSeriesEntity {
  @PrimaryGeneratedColumn() id: number;
  @Column({ type: 'varchar', length: 255 }) name: string;
  /** ISO 4217. */
  @Column({ type: 'varchar', length: 3 }) currency: string;
  /** Null if prices are only imported. */
  @JsonTextColumn({ nullable: true }) source: PriceSource | null;
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
