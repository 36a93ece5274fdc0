import type { NodeError } from '../node-outcome';
import { MAX_JSON_DEPTH } from '../graph/json-size';

/** The error of an execution that has exceeded a limit. No error handler of a node applies to it. */
function exceeded(code: string, message: string): NodeError {
  return { code, message, fatal: true };
}

export function stepsExceeded(limit: number): NodeError {
  return exceeded(
    'steps_exceeded',
    `The execution may have at most ${limit} node runs. Retries count as node runs.`,
  );
}

export function gotosExceeded(limit: number): NodeError {
  return exceeded('gotos_exceeded', `The execution may jump (goto) at most ${limit} times.`);
}

export function itemsExceeded(items: number, limit: number): NodeError {
  return exceeded(
    'loop_items_exceeded',
    `A loop may have at most ${limit} items, but this loop has ${items}.`,
  );
}

export function outputExceeded(limit: number): NodeError {
  return exceeded('output_too_large', `The output of a node may have at most ${limit} characters.`);
}

export function stateExceeded(limit: number): NodeError {
  return exceeded(
    'state_too_large',
    `Outputs, variables and loop items of an execution may have at most ${limit} characters in total.`,
  );
}

/** The error of a node whose output is nested too deeply to be serialized. */
export function tooDeep(): NodeError {
  return exceeded(
    'output_too_deep',
    `The data of a node may be nested at most ${MAX_JSON_DEPTH} levels deep.`,
  );
}

/** The error of a node whose type returned an invalid outcome. This is a bug of the node type, not of the workflow. */
export function misbehaved(what: string): NodeError {
  return exceeded('node_misbehaved', `The node returned an outcome that its type does not allow. ${what}`);
}
