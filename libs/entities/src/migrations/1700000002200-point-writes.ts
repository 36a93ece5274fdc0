import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { boolean, boundedText, instant, int, longText, primary, unique } from './column-definitions';

/** Adds the records of writes to points, and the overrides in force. */
export class PointWrites1700000002200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(pointWrite);
    await runner.createTable(pointOverride);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(pointOverride);
    await runner.dropTable(pointWrite);
  }
}

const pointWrite = new Table({
  name: 'point_write',
  columns: [
    primary(boundedText('id', 36)),
    instant('at'),
    instant('finished_at', { nullable: true }),
    boundedText('kind', 16),
    boundedText('code', 255),
    longText('value'),
    longText('previous_value'),
    boundedText('reason', 1000, { nullable: true }),
    boundedText('status', 16),
    boolean('confirmed'),
    longText('read_value'),
    longText('fault'),
    int('user_id', { nullable: true }),
    boundedText('username', 254),
    boundedText('execution_id', 36, { nullable: true }),
  ],
  indices: [
    { name: 'point_write_list', columnNames: ['at', 'id'] },
    { name: 'point_write_list_code', columnNames: ['code', 'at', 'id'] },
    { name: 'point_write_status', columnNames: ['status', 'at'] },
  ],
});

const pointOverride = new Table({
  name: 'point_override',
  columns: [
    primary(boundedText('id', 36)),
    boundedText('code', 255),
    longText('value'),
    longText('previous_value'),
    boundedText('reason', 1000, { nullable: true }),
    int('user_id', { nullable: true }),
    boundedText('username', 254),
    instant('created_at'),
    instant('expires_at', { nullable: true }),
    instant('due_at', { nullable: true }),
    instant('claimed_until', { nullable: true }),
    int('attempts'),
    boundedText('last_error', 1000, { nullable: true }),
  ],
  indices: [unique('point_override', 'code'), { name: 'point_override_due', columnNames: ['due_at'] }],
});
