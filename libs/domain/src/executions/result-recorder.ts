import type { Hiding } from '@app/kernel';
import type { CompiledGraph, ExecutionError, JsonObject, NodeError, SettledRun } from '@app/workflow-engine';
import { cutJson } from './trigger-data';

/** What there is always room for: the first result that is left out, and the one that failed it all. */
const RESERVE = 12_000;
const CUT_DATA = 1500;
const CUT_LINES = 3;
const CUT_TEXT = 300;
const LEFT_OUT =
  'The data of this result, and the results after it, are left out: the record of this execution is full.';

/**
 * Writes what came of nodes as JSON for the record: without secrets, and all results of an execution together no
 * longer than the limit. What no longer fits is cut, then left out; the result that made the execution fail never is.
 */
export class ResultRecorder {
  private causeIsTold = false;

  /** @param recorded characters that are recorded already, and whether results were left out */
  constructor(
    private readonly graph: CompiledGraph,
    private readonly secrets: Hiding,
    private readonly maxCharacters: number,
    public recorded = 0,
    public full = false,
  ) {}

  /**
   * The results that are to be recorded of these.
   * @param reason why the execution fails, where it does
   */
  record(settled: readonly SettledRun[], reason: ExecutionError | null = null): string[] {
    const texts: string[] = [];
    // One result at most tells it: that of a node that failed by itself, else the first that was failed from outside.
    const cause =
      reason === null || this.causeIsTold ? undefined : settled.find((run) => isReason(run, reason));
    if (cause) this.causeIsTold = true;
    for (const run of settled) {
      const text = this.recordOne(run, run === cause);
      if (text === null) continue;
      texts.push(text);
      this.recorded += text.length + 1;
    }
    return texts;
  }

  /** Null where it is left out. */
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
      `,"attempts":${run.attempts},"error":${error ? this.told(error) : 'null'}}`
    );
  }

  /** The code is a word of the service's own. */
  private told({ code, message }: NodeError): string {
    return `{"code":${JSON.stringify(code)},"message":${this.secrets.hide(JSON.stringify(message))}}`;
  }

  /** Always an object, for whoever reads it. */
  private data(value: JsonObject | null): string {
    return this.secrets.hide(JSON.stringify(value ?? {}));
  }
}

function isReason({ token, status, error }: SettledRun, reason: ExecutionError): boolean {
  if (status !== 'failed' || error?.code !== reason.code) return false;
  if (reason.nodeId === undefined) return true;
  return token.nodeId === reason.nodeId && token.frame === (reason.iteration ?? '');
}

/** Where there is hardly any room: the last lines, and beginnings of texts. */
function shortened(run: SettledRun): SettledRun {
  const { logs, error } = run;
  return {
    ...run,
    logs: logs.slice(-CUT_LINES).map((line) => line.slice(0, CUT_TEXT)),
    error: error && { ...error, message: error.message.slice(0, CUT_TEXT) },
  };
}

const written = new WeakMap<CompiledGraph, Map<string, string>>();

/** The part of a result that is the same in all of a node's. */
function nodeOf(graph: CompiledGraph, nodeId: string): string {
  let nodes = written.get(graph);
  if (!nodes) written.set(graph, (nodes = new Map<string, string>()));
  const known = nodes.get(nodeId);
  if (known !== undefined) return known;
  const { type, name } = graph.node(nodeId).definition;
  const text = JSON.stringify({ nodeId, type, name: name ?? nodeId }).slice(1, -1);
  nodes.set(nodeId, text);
  return text;
}
