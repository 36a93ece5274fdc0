import { say } from '@app/kernel';
import { Type } from '@sinclair/typebox';
import {
  defineNode,
  type JsonObject,
  NAMES_IN_LOOPS,
  type Problem,
  verbatimField,
} from '@app/workflow-engine';
import { anyValue } from './any-value';
import { databaseTables } from './database-tables';
import { describeData } from './describe-data';

/**
 * In PostgreSQL, `{{` is also the beginning of a nested array. Only braces before a name of the scope count as a
 * template.
 */
const TEMPLATE = new RegExp(String.raw`\{\{\s*(?:${NAMES_IN_LOOPS.join('|')})\b`);

/**
 * Executes the statement at least once. If a worker dies after the commit and before the result is recorded, the
 * statement is repeated. A statement that writes should therefore be idempotent: set a value instead of adding to it,
 * or insert a row only if it does not exist.
 */
export const databaseNode = defineNode({
  type: 'database',
  name: 'Database',
  description:
    "Runs one SQL statement on the service's own database. It may read the views in `tables`; in mode write it may " +
    'change workflow_memory, which keeps values for later executions. After a crash a statement may run twice, so it ' +
    'must be safe to repeat.',
  category: 'action',
  config: Type.Object({
    query: verbatimField(
      Type.String({
        title: 'Statement',
        description:
          'One SQL statement with a ? for each value. It is not a template: values go into `params`.',
        minLength: 1,
        maxLength: 20_000,
        examples: [
          'SELECT area_id, SUM(kwh) AS kwh FROM energy_day WHERE energy_type = ? GROUP BY area_id',
          'UPDATE workflow_memory SET value = ? WHERE name = ?',
        ],
      }),
    ),
    params: Type.Optional(
      Type.Array(anyValue({}), {
        title: 'Parameters',
        description: 'Values for the question marks, in order.',
        examples: [['{{ triggerData.energyType }}']],
      }),
    ),
    mode: Type.Optional(
      Type.Union([Type.Literal('read'), Type.Literal('write')], {
        title: 'Mode',
        description: 'Whether the statement may write.',
        default: 'read',
      }),
    ),
  }),
  outputs: describeData(
    Type.Object({
      rows: Type.Array(Type.Record(Type.String(), anyValue({})), {
        description: 'The rows that were read. Empty if the statement writes.',
      }),
      rowCount: Type.Integer({ description: 'Number of rows that were read or changed.', minimum: 0 }),
    }),
  ),
  tables: databaseTables,
  needs: ['sql'],
  lowestRole: 'admin',
  acts: true,
  check: problemsOf,
  runsInDryRun: ({ mode = 'read' }) => mode === 'read',
  rehearse({ mode = 'read' }, log) {
    log(`Would have run the statement in mode ${mode}.`);
    return { rows: [], rowCount: 0 };
  },
  async run(step) {
    const { query, params = [], mode = 'read' } = step.config;
    const { rows, rowCount } = await step.ports.sql.run({ query, params, mode, signal: step.signal });
    step.log(`${mode === 'read' ? 'Read' : 'Changed'} ${rowCount} ${rowCount === 1 ? 'row' : 'rows'}.`);
    return { kind: 'done', output: { rows, rowCount } };
  },
});

function problemsOf({ query }: JsonObject): Problem[] {
  if (typeof query !== 'string' || !TEMPLATE.test(query)) return [];
  return [
    {
      path: 'query',
      ...say('expressions_in_query', { marks: '{{ }}' }),
    },
  ];
}
