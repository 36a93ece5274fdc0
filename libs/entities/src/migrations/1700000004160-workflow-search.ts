import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { dialectSql } from '../dialect-sql';
import { boundedText, orderedText, primary } from './column-definitions';

/** Adds the terms by which workflows are searched. */
export class WorkflowSearch1700000004160 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(workflowSearchTerm);
    await fillSearchTerms(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable(workflowSearchTerm);
  }
}

const workflowSearchTerm = new Table({
  name: 'workflow_search_term',
  columns: [primary(orderedText('term', 254)), primary(boundedText('workflow_id', 36))],
  indices: [{ name: 'workflow_search_term_workflow', columnNames: ['workflow_id'] }],
  foreignKeys: [
    {
      columnNames: ['workflow_id'],
      referencedTableName: 'workflow',
      referencedColumnNames: ['id'],
      onDelete: 'CASCADE',
      onUpdate: 'NO ACTION',
    },
  ],
});

const WORKFLOWS_AT_ONCE = 200;

async function fillSearchTerms(runner: QueryRunner): Promise<void> {
  for (let lastId = ''; ;) {
    const workflows = await dialectSql.query<{ id: string; name: string }>(
      runner.manager,
      `SELECT id, name FROM workflow WHERE id > ? ORDER BY id LIMIT ${WORKFLOWS_AT_ONCE}`,
      [lastId],
    );
    const last = workflows.at(-1);
    if (!last) return;
    const rows = workflows.flatMap(({ id, name }) => termsOf(name).map((term) => ({ term, id })));
    await dialectSql.insert(runner.manager, 'workflow_search_term', [
      { name: 'term', type: 'text', values: rows.map(({ term }) => term) },
      { name: 'workflow_id', type: 'text', values: rows.map(({ id }) => id) },
    ]);
    lastId = last.id;
  }
}

/** A copy of the terms of `TermSearch` as they were when this migration was written. */
function termsOf(name: string): string[] {
  const folded = name.trim().normalize('NFC').toLowerCase();
  const ends = [...folded.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index: start }) => folded.slice(start));
  return [...new Set(ends.map(cut))];
}

function cut(term: string): string {
  return term.length <= 254 ? term : term.slice(0, 254).replace(/[\uD800-\uDBFF]$/, '');
}
