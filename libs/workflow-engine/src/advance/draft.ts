import type { FramePath, ReadyRun, SettledRun, Token } from '../execution-state';
import type { JsonObject } from '../json';
import { parentOf } from './frame-path';
import { jsonSize } from '../graph/json-size';
import type {
  Advanced,
  ExecutionState,
  FrameState,
  LoopState,
  QueuedRun,
  RunState,
  WaitState,
} from './state';
import { withEntry } from './with-entries';

type Changeable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A mutable copy of a state, including its arrays of runs. Frames are only copied when they are opened. */
interface DraftState extends Omit<Changeable<ExecutionState>, 'queue' | 'underWay' | 'waiting'> {
  queue: QueuedRun[];
  underWay: RunState[];
  waiting: WaitState[];
}

export interface OpenFrame {
  readonly path: FramePath;
  readonly frame: Omit<Changeable<FrameState>, 'codes'> & { codes: number[] };
}

export type OpenLoop = Omit<Changeable<LoopState>, 'frames'> & { frames: FrameState[] };

/** The next state under construction. The current state stays unchanged: parts are copied before they are modified. */
export class Draft {
  readonly state: DraftState;
  readonly ready: ReadyRun[] = [];
  readonly settled: SettledRun[] = [];
  private root: OpenFrame | undefined;
  /** The open frames of loops, by path. Undefined until one is opened, because most executions have no loops. */
  private rounds: Map<FramePath, OpenFrame> | undefined;
  private loops: Map<string, OpenLoop> | undefined;

  constructor(
    state: ExecutionState,
    /** Time of this step. */
    readonly atMs: number,
  ) {
    this.state = {
      ...state,
      queue: state.queue.slice(),
      underWay: state.underWay.slice(),
      waiting: state.waiting.slice(),
    };
  }

  /**
   * Opens a frame. A frame that has ended or was dropped cannot be opened again in the same step.
   * @throws Error if the frame does not exist. This would be a bug, because tokens come from the state itself
   */
  frame(path: FramePath): OpenFrame {
    const parent = parentOf(path);
    if (parent === null) return (this.root ??= this.openRoot());
    this.rounds ??= new Map();
    const known = this.rounds.get(path);
    if (known !== undefined) return known;
    const open = this.openRound(path, parent.path, parent.step);
    this.rounds.set(path, open);
    return open;
  }

  /** Returns the active loop with this id in an open frame. */
  loop(at: OpenFrame, loopId: string): OpenLoop {
    const key = `${at.path}/${loopId}`;
    const known = this.loops?.get(key);
    if (known !== undefined) return known;
    const loop = at.frame.loops?.[loopId];
    if (loop === undefined) throw new Error(`The loop ${loopId} is not active in the frame '${at.path}'.`);
    const open = { ...loop, frames: loop.frames.slice() };
    this.putLoop(at, loopId, open);
    return open;
  }

  putLoop(at: OpenFrame, loopId: string, loop: OpenLoop): void {
    at.frame.loops = withEntry(at.frame.loops ?? {}, loopId, loop);
    this.loops ??= new Map();
    this.loops.set(`${at.path}/${loopId}`, loop);
  }

  removeLoop(at: OpenFrame, loopId: string): void {
    const { [loopId]: _removed, ...others } = at.frame.loops ?? {};
    if (Object.keys(others).length > 0) at.frame.loops = others;
    else delete at.frame.loops;
    this.loops?.delete(`${at.path}/${loopId}`);
  }

  putOutput(at: OpenFrame, nodeId: string, output: JsonObject, size = jsonSize(output)): void {
    this.removeOutput(at, nodeId);
    at.frame.outputs = withEntry(at.frame.outputs, nodeId, output);
    at.frame.size += size;
    this.state.size += size;
  }

  removeOutput(at: OpenFrame, nodeId: string): void {
    if (!Object.hasOwn(at.frame.outputs, nodeId)) return;
    const { [nodeId]: output, ...others } = at.frame.outputs;
    const size = jsonSize(output);
    at.frame.outputs = others;
    at.frame.size -= size;
    this.state.size -= size;
  }

  /** Stores the tokens of failed or interrupted runs, which a retry of the execution dispatches again. */
  markBroken(...tokens: readonly Token[]): void {
    this.state.broken = [...(this.state.broken ?? []), ...tokens];
  }

  visitOf(at: OpenFrame, nodeId: string): number {
    return visitIn(at.frame, nodeId);
  }

  countVisit(at: OpenFrame, nodeId: string): void {
    at.frame.visits = withEntry(at.frame.visits ?? {}, nodeId, this.visitOf(at, nodeId) + 1);
  }

  tokenOf(at: OpenFrame, nodeId: string): Token {
    return { frame: at.path, nodeId, visit: this.visitOf(at, nodeId) };
  }

  finish(): Advanced {
    return { state: this.state, ready: this.ready, settled: this.settled };
  }

  private openRoot(): OpenFrame {
    const frame = { ...this.state.frame, codes: this.state.frame.codes.slice() };
    this.state.frame = frame;
    return { path: '', frame };
  }

  private openRound(path: FramePath, around: FramePath, step: { loopId: string; index: number }): OpenFrame {
    const loop = this.loop(this.frame(around), step.loopId);
    const place = placeOf(loop.frames, step.index);
    const present = loop.frames[place];
    if (present === undefined) throw new Error(`There is no frame '${path}'.`);
    const frame = { ...present, codes: present.codes.slice() };
    loop.frames[place] = frame;
    return { path, frame };
  }
}

/** The number of the current visit of a node in a frame. */
export function visitIn({ visits, base }: FrameState, nodeId: string): number {
  return visits !== undefined && Object.hasOwn(visits, nodeId) ? (visits[nodeId] ?? 1) : 1 + (base ?? 0);
}

/** Returns the position of the frame with this item index, or -1. A loop's frames are in the order of their items. */
export function placeOf(frames: readonly FrameState[], index: number): number {
  let low = 0;
  let high = frames.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = frames[middle]?.index ?? 0;
    if (found === index) return middle;
    if (found < index) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
