import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import {
  boundedText,
  generatedId,
  index,
  instant,
  int,
  longText,
  primary,
  reference,
} from './column-definitions';

const energyContract = new Table({
  name: 'energy_contract',
  columns: [
    generatedId('id'),
    boundedText('name', 255),
    int('area_id'),
    boundedText('energy_type', 16),
    boundedText('currency', 3),
    longText('parts'),
    longText('supplier_bills'),
  ],
  indices: [index('energy_contract_area', 'area_id')],
  foreignKeys: [reference('area_id', 'area', 'CASCADE')],
});

const priceSeries = new Table({
  name: 'price_series',
  columns: [generatedId('id'), boundedText('name', 255), boundedText('currency', 3)],
});

const priceDay = new Table({
  name: 'price_day',
  columns: [primary(int('series_id')), primary(instant('day')), longText('prices')],
  foreignKeys: [reference('series_id', 'price_series', 'CASCADE')],
});

/** Creates the tables of contracts with suppliers, and of price series. */
export class EnergyContracts1795663200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [energyContract, priceSeries, priceDay]) await runner.createTable(table);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [priceDay, priceSeries, energyContract]) await runner.dropTable(table);
  }
}
