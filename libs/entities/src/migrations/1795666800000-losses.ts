import { type MigrationInterface, type QueryRunner, Table, TableColumn } from 'typeorm';
import {
  boundedText,
  double,
  generatedId,
  index,
  instant,
  int,
  longText,
  reference,
} from './column-definitions';

const LIST_COLUMNS = ['cost_order', 'kwh_per_month', 'id'];

const loss = new Table({
  name: 'loss',
  columns: [
    generatedId('id'),
    boundedText('rule', 32),
    int('area_id'),
    int('object_id', { nullable: true }),
    boundedText('point_code', 255, { nullable: true }),
    instant('since'),
    instant('last_seen_at'),
    double('kwh_per_month'),
    double('cost_per_month', { nullable: true }),
    boundedText('currency', 3),
    double('cost_order'),
    boundedText('status', 16),
    longText('dismissal', { nullable: true }),
    longText('evidence'),
  ],
  indices: [
    index('loss_list', ...LIST_COLUMNS),
    index('loss_list_status', 'status', ...LIST_COLUMNS),
    index('loss_list_area', 'area_id', 'status', ...LIST_COLUMNS),
    index('loss_object', 'object_id'),
  ],
  foreignKeys: [
    reference('area_id', 'area', 'CASCADE'),
    reference('object_id', 'building_object', 'SET NULL'),
  ],
});

const lossRules = new TableColumn(longText('loss_rules', { nullable: true }));

/** Creates the table of losses, and adds the settings of their rules to the configuration. */
export class Losses1795666800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(loss);
    await runner.addColumn('platform_configuration', lossRules);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('platform_configuration', lossRules);
    await runner.dropTable(loss);
  }
}
