import { Type } from '@sinclair/typebox';
import { defineNode, isJsonObject, type Json, type JsonObject } from '@app/workflow-engine';

/** Characters of JSON. A webhook may bring four times what a node may put out. */
const MAX_OUTPUT = 64 * 1024;

/**
 * Where an execution begins. Its output is what the trigger brought, so that the next node finds it where it finds
 * all else; a large payload is in `triggerData` alone, which costs no room among the outputs.
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
      step.log('What the trigger brought is too long to be an output; triggerData has it.');
      return { kind: 'done', output: {} };
    }
    return { kind: 'done', output: asOutput(brought) };
  },
});

function asOutput(value: Json): JsonObject {
  return isJsonObject(value) ? value : { value };
}
