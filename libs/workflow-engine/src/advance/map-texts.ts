import { mapMessage } from '@app/kernel';
import { type NodeError } from '../node-outcome';
import { isJsonObject, type Json } from '../json';
import type { ExecutionState, FrameState, LoopState } from './state';

type Change = (text: string) => string;

/**
 * Applies `change` to each text in the values that nodes produced: outputs, variables, items, configurations, log lines
 * and the error message. Property names and the engine's own fields stay unchanged.
 */
export function mapTexts(state: ExecutionState, change: Change): ExecutionState {
  const { variables, frame, queue, underWay, waiting, error } = state;
  return {
    ...state,
    variables: mapJsonTexts(variables, change),
    frame: frameWith(frame, change),
    queue: queue.map((run) => withLogs(run, change)),
    underWay: underWay.map((run) => withLogs(run, change)),
    waiting: waiting.map(({ input, output, ...wait }) => ({
      ...withLogs(wait, change),
      ...(input !== undefined && { input: mapJsonTexts(input, change) }),
      ...(output !== undefined && { output: mapJsonTexts(output, change) }),
    })),
    ...(error !== undefined && { error: errorWith(error, change) }),
  };
}

/** Applies `change` to the texts of an error. */
export function errorWith<Failure extends NodeError>(error: Failure, change: Change): Failure {
  const { message, reason } = error;
  return { ...error, message: change(message), ...(reason && { reason: mapMessage(reason, change) }) };
}

function frameWith(frame: FrameState, change: Change): FrameState {
  const { outputs, loops } = frame;
  const changed = { ...frame, outputs: mapJsonTexts(outputs, change) };
  if (loops === undefined) return changed;
  const entries = Object.entries(loops).map(([loopId, loop]) => [loopId, loopWith(loop, change)] as const);
  return { ...changed, loops: Object.fromEntries(entries) };
}

function loopWith(loop: LoopState, change: Change): LoopState {
  return {
    ...loop,
    items: loop.items.map((item) => mapJsonTexts(item, change)),
    input: mapJsonTexts(loop.input, change),
    run: { ...loop.run, logs: loop.run.logs.map(change) },
    frames: loop.frames.map((frame) => frameWith(frame, change)),
  };
}

function withLogs<Run extends { readonly logs?: readonly string[] }>(run: Run, change: Change): Run {
  return run.logs === undefined ? run : { ...run, logs: run.logs.map(change) };
}

/** Applies `change` to each text of a JSON value. Names of fields are not changed. */
export function mapJsonTexts<Value extends Json>(value: Value, change: Change): Value {
  return changed(value, change) as Value;
}

function changed(value: Json, change: Change): Json {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((entry) => changed(entry, change));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, changed(entry, change)]));
}
