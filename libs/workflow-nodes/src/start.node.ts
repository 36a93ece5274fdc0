import { Type } from '@sinclair/typebox';
import { defineNode, isJsonObject, type Json, type JsonObject } from '@app/workflow-engine';

/**
 * Maximum length of the output in characters of JSON. Longer trigger data is omitted, because it could exceed the limit
 * of a node's output, and then the execution would fail.
 */
const MAX_OUTPUT = 64 * 1024;

/**
 * The entry of an execution. Its output is the trigger data, so that expressions can read the data like any other
 * output. A large payload is only available as `triggerData`, which does not count towards the size limit of outputs.
 */
export const startNode = defineNode({
  type: 'start',
  name: 'Start',
  description:
    'The first node; a workflow has exactly one. Its output is the trigger data. Data that is not an object is the field ' +
    '`value` of the output. Data of more than 65,536 characters of JSON is only available as `triggerData`.',
  category: 'trigger',
  config: Type.Object({}),
  outputs: [],
  needs: [],
  acts: false,
  run(step) {
    const brought = (step.triggerData ?? {}) as Json;
    if (JSON.stringify(brought).length > MAX_OUTPUT) {
      step.log('The trigger data is too long for the output of this node. Read it from triggerData instead.');
      return { kind: 'done', output: {} };
    }
    return { kind: 'done', output: asOutput(brought) };
  },
});

function asOutput(value: Json): JsonObject {
  return isJsonObject(value) ? value : { value };
}
