import { type Hiding, mapMessage } from '@app/kernel';
import {
  type CompiledGraph,
  errorWith,
  type ExecutionError,
  type JsonObject,
  type NodeError,
  type SettledRun,
} from '@app/workflow-engine';
import { cutJson } from './trigger-data';

/** Characters reserved for the note about results that are left out, and for the cause of a failure. */
const RESERVE = 12_000;
const CUT_DATA = 1500;
const CUT_LINES = 3;
const CUT_TEXT = 300;
const LEFT_OUT =
  'The data of this result and all later results are left out, because the record of this execution is full.';

/**
 * Serializes the results of nodes for the record and masks their secrets. The results of an execution together have at
 * most `maxCharacters`. If the whole result of a node does not fit, its input and output are shortened. If the
 * shortened result does not fit either, it is recorded without input and output, and all later results are left out.
 * The result that caused a failure is always recorded.
 */
export class ResultRecorder {
  private causeIsRecorded = false;

  /** @param recorded number of characters recorded so far @param full true if earlier results were left out */
  constructor(
    private readonly graph: CompiledGraph,
    private readonly secrets: Hiding,
    private readonly maxCharacters: number,
    public recorded = 0,
    public full = false,
  ) {}

  /**
   * Serializes these results, and leaves out results for which the record has no space.
   * @param reason why the execution failed; null if it did not fail
   */
  record(settled: readonly SettledRun[], reason: ExecutionError | null = null): string[] {
    const texts: string[] = [];
    // At most one result is the cause of the failure: the result of the node in `reason`, or the first failed result if
    // `reason` has no node.
    const cause =
      reason === null || this.causeIsRecorded ? undefined : settled.find((run) => isReason(run, reason));
    if (cause) this.causeIsRecorded = true;
    for (const run of settled) {
      const text = this.recordOne(run, run === cause);
      if (text === null) continue;
      texts.push(text);
      this.recorded += text.length + 1;
    }
    return texts;
  }

  /** Returns null if the result is left out. */
  private recordOne(run: SettledRun, isReason: boolean): string | null {
    if (this.full) return isReason ? this.cut(shortened(run), CUT_DATA) : null;
    const room = this.maxCharacters - RESERVE - this.recorded;
    const whole = this.write(run, this.data(run.input), this.data(run.output));
    if (whole.length <= room) return whole;
    const bare = this.cut(run, 0).length;
    if (bare + 2 * CUT_DATA <= room) return this.cut(run, Math.floor((room - bare) / 2));
    this.full = true;
    const short = shortened(run);
    return this.write({ ...short, logs: [...short.logs, LEFT_OUT] }, '{}', '{}');
  }

  private cut(run: SettledRun, characters: number): string {
    const shorten = (text: string) => (text.length <= characters ? text : cutJson(text, characters));
    return this.write(run, shorten(this.data(run.input)), shorten(this.data(run.output)));
  }

  private write(run: SettledRun, input: string, output: string): string {
    const { token, error } = run;
    const logs = this.secrets.hide(JSON.stringify(run.logs));
    return (
      `{${nodeOf(this.graph, token.nodeId)},"iteration":${JSON.stringify(token.frame)},"visit":${token.visit}` +
      `,"status":"${run.status}","input":${input},"output":${output}` +
      `,"duration":${Math.max(0, run.endedAtMs - run.startedAtMs)}` +
      `,"startedAt":"${new Date(run.startedAtMs).toISOString()}","logs":${logs}` +
      `,"attempts":${run.attempts},"error":${error ? this.errorText(error) : 'null'}}`
    );
  }

  /** The code is not masked, because it never contains user data. */
  private errorText({ code, message, reason }: NodeError): string {
    const hidden = (text: string) => JSON.parse(this.secrets.hide(JSON.stringify(text))) as string;
    return JSON.stringify({
      code,
      message: hidden(message),
      reason: reason && mapMessage(reason, hidden),
    });
  }

  /** Returns an object even for null, so that readers need no null check. */
  private data(value: JsonObject | null): string {
    return this.secrets.hide(JSON.stringify(value ?? {}));
  }
}

function isReason({ token, status, error }: SettledRun, reason: ExecutionError): boolean {
  if (status !== 'failed' || error?.code !== reason.code) return false;
  if (reason.nodeId === undefined) return true;
  return token.nodeId === reason.nodeId && token.frame === (reason.iteration ?? '');
}

/** Keeps the last log lines, and the beginning of each text. */
function shortened(run: SettledRun): SettledRun {
  const { logs, error } = run;
  return {
    ...run,
    logs: logs.slice(-CUT_LINES).map((line) => line.slice(0, CUT_TEXT)),
    error: error && errorWith(error, (text) => text.slice(0, CUT_TEXT)),
  };
}

const sharedProperties = new WeakMap<CompiledGraph, Map<string, string>>();

/** The properties that all results of a node have in common, as JSON. */
function nodeOf(graph: CompiledGraph, nodeId: string): string {
  let nodes = sharedProperties.get(graph);
  if (!nodes) sharedProperties.set(graph, (nodes = new Map<string, string>()));
  const known = nodes.get(nodeId);
  if (known !== undefined) return known;
  const { type, name } = graph.node(nodeId).definition;
  const text = JSON.stringify({ nodeId, type, name: name ?? nodeId }).slice(1, -1);
  nodes.set(nodeId, text);
  return text;
}
