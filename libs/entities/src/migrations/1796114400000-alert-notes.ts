import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { longText } from './column-definitions';

const noteText = new TableColumn(longText('note_text', { nullable: true }));

/** Adds the messages of the notes that the platform writes into the history of alerts. */
export class AlertNotes1796114400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('alert_event', noteText);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('alert_event', noteText);
  }
}
