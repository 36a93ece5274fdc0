import { Type } from '@sinclair/typebox';
import { defineNode, isJsonObject, type Json, type JsonObject } from '@app/workflow-engine';

/** Maximum length of the output in characters of JSON. A webhook payload may be longer than any node's output. */
const MAX_OUTPUT = 64 * 1024;

/**
 * The entry of an execution. Its output is the trigger data, so expressions find it like any output. A large payload is
 * only in `triggerData`, which does not count towards the limit of outputs.
 */
export const startNode = defineNode({
  type: 'start',
  name: 'Start',
  description:
    'The first node; a workflow has exactly one. Its output is the trigger data: an object as it is, anything else as ' +
    '`value`. Data of more than 65,536 characters of JSON is only available as `triggerData`.',
  category: 'trigger',
  config: Type.Object({}),
  outputs: [],
  needs: [],
  acts: false,
  run(step) {
    const brought = (step.triggerData ?? {}) as Json;
    if (JSON.stringify(brought).length > MAX_OUTPUT) {
      step.log('The trigger data is too long for an output. Use triggerData instead.');
      return { kind: 'done', output: {} };
    }
    return { kind: 'done', output: asOutput(brought) };
  },
});

function asOutput(value: Json): JsonObject {
  return isJsonObject(value) ? value : { value };
}
