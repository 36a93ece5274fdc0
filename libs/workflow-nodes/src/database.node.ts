import { Type } from '@sinclair/typebox';
import { defineNode, type JsonObject, type Problem, verbatimField } from '@app/workflow-engine';
import { anyValue } from './any-value';
import { describeData } from './describe-data';

/**
 * In PostgreSQL, braces also begin an array of arrays. Only text that reads like an expression counts as a template.
 */
const TEMPLATE = /\{\{\s*(?:triggerData|variables|nodeOutputs|env|item|index)\b/;

/**
 * Executed at least once: if a worker dies after the statement is committed and before its result is recorded, the
 * statement is repeated. A writing statement should therefore be idempotent: set a value instead of adding to it, or
 * insert a row only if it is absent.
 */
export const databaseNode = defineNode({
  type: 'database',
  name: 'Database',
  description:
    "Runs one SQL statement on the service's own database. It may read areas, meters, readings and values of points; " +
    'in mode write it may change workflow_memory (name, value, updated_at), where workflows note what later runs need. ' +
    'After a crash a statement may run twice, so it must be safe to repeat.',
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
          'SELECT id, name FROM area WHERE status = ?',
          'UPDATE workflow_memory SET value = ? WHERE name = ?',
        ],
      }),
    ),
    params: Type.Optional(
      Type.Array(anyValue({}), {
        title: 'Parameters',
        description: 'Values for the question marks, in order.',
        examples: [['{{ triggerData.status }}']],
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
        description: 'The rows that were read; empty if the statement writes.',
      }),
      rowCount: Type.Integer({ description: 'Number of rows that were read or changed.', minimum: 0 }),
    }),
  ),
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
  return [{ path: 'query', message: 'must not contain {{ … }}. Write ? and put the value into params' }];
}
