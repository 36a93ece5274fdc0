import { say, type Message } from '@app/kernel';
import type { NodeError } from '../node-outcome';
import { MAX_JSON_DEPTH } from '../graph/json-size';

export function nodeError(reason: Message, code: string = reason.code): NodeError {
  return { code, message: reason.message, reason };
}

/** The error of an execution that has exceeded a limit. No error handler of a node applies to it. */
export function exceeded(reason: Message): NodeError {
  return { ...nodeError(reason), fatal: true };
}

export function stepsExceeded(limit: number): NodeError {
  return exceeded(say('steps_exceeded', { most: limit }));
}

export function gotosExceeded(limit: number): NodeError {
  return exceeded(say('gotos_exceeded', { most: limit }));
}

export function itemsExceeded(items: number, limit: number): NodeError {
  return exceeded(say('loop_items_exceeded', { most: limit, found: items }));
}

export function outputExceeded(limit: number): NodeError {
  return exceeded(say('output_too_large', { most: limit }));
}

export function stateExceeded(limit: number): NodeError {
  return exceeded(say('state_too_large', { most: limit }));
}

/** The error of a node whose output is nested too deeply to be serialized. */
export function tooDeep(): NodeError {
  return exceeded(say('output_too_deep', { most: MAX_JSON_DEPTH }));
}

/** The error of a node whose type returned an invalid outcome. This is a bug of the node type, not of the workflow. */
export function misbehaved(what: string): NodeError {
  return exceeded(say('node_misbehaved', { what }));
}

/** The error without the mark that no handler applies to it. */
export function plainError({ code, message, reason }: NodeError): NodeError {
  return { code, message, ...(reason && { reason }) };
}
