import { Type } from '@sinclair/typebox';
import { defineNode, type JsonObject, type Problem, verbatimField } from '@app/workflow-engine';
import { anyValue } from './any-value';
import { describeData } from './describe-data';

/** Braces also begin an array of arrays in PostgreSQL; only what reads like an expression is meant to be filled in. */
const TEMPLATE = /\{\{\s*(?:triggerData|variables|nodeOutputs|env|item|index)\b/;

/**
 * At least once: a worker that dies between the statement's commit and its record runs the statement again. A
 * statement that writes should therefore do no harm the second time: set a value instead of adding to it, insert where
 * it is not there yet.
 */
export const databaseNode = defineNode({
  type: 'database',
  name: 'Database',
  description:
    "Runs one SQL statement on the service's own database. It may read areas, meters, readings and values of points; " +
    'in mode write it may change workflow_memory (name, value, updated_at), where workflows note what later runs need. ' +
    'After a crash a statement may run twice: let it do no harm the second time.',
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
  rehearse({ mode = 'read' }, log) {
    log(`Would have run the statement, to ${mode}.`);
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
  return [{ path: 'query', message: 'must have a ? in place of {{ … }}, whose value goes into params' }];
}
