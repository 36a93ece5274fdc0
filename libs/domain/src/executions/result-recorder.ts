import type { CompiledGraph, SettledRun } from '@app/workflow-engine';
import type { SecretValues } from './secret-values';
import { cutJson } from './trigger-data';

/** What there is always room for: the result that says that others are left out, and the one that failed it all. */
const RESERVE = 8000;
const CUT_DATA = 1500;
const LEFT_OUT = 'Results after this one are left out: the record of this execution is full.';

/**
 * Writes what came of nodes as JSON for the record: without secrets, and all results of an execution together no
 * longer than the limit. What no longer fits is cut, then left out.
 */
export class ResultRecorder {
  private omitted: SettledRun | undefined;

  /** @param recorded characters that are recorded already, and whether results were left out */
  constructor(
    private readonly graph: CompiledGraph,
    private readonly secrets: SecretValues,
    private readonly maxCharacters: number,
    public recorded = 0,
    public full = false,
  ) {}

  /** The results that are to be recorded of these. */
  record(settled: readonly SettledRun[]): string[] {
    return settled.flatMap((run) => this.recordOne(run));
  }

  /** The result that made the execution fail, where it was left out. */
  recordFailure(): string[] {
    return this.omitted ? [this.cut(this.omitted, CUT_DATA)] : [];
  }

  private recordOne(run: SettledRun): string[] {
    if (this.full) {
      if (run.status === 'failed') this.omitted = run;
      return [];
    }
    const room = this.maxCharacters - RESERVE - this.recorded;
    const whole = this.write(run, this.data(run.input), this.data(run.output));
    const text = whole.length <= room ? whole : this.fit(run, room);
    this.recorded += text.length + 1;
    return [text];
  }

  private fit(run: SettledRun, room: number): string {
    const bare = this.cut(run, 0).length;
    if (bare + 2 * CUT_DATA <= room) return this.cut(run, Math.floor((room - bare) / 2));
    this.full = true;
    return this.cut({ ...run, logs: [...run.logs.slice(0, 3), LEFT_OUT] }, CUT_DATA);
  }

  private cut(run: SettledRun, characters: number): string {
    const shorten = (text: string) => (text.length <= characters ? text : cutJson(text, characters));
    return this.write(run, shorten(this.data(run.input)), shorten(this.data(run.output)));
  }

  private write(run: SettledRun, input: string, output: string): string {
    const { token, error } = run;
    const logs = this.data(run.logs);
    const told = error ? this.data({ code: error.code, message: error.message }) : 'null';
    return (
      `{${nodeOf(this.graph, token.nodeId)},"iteration":${JSON.stringify(token.frame)},"visit":${token.visit}` +
      `,"status":"${run.status}","input":${input},"output":${output}` +
      `,"duration":${Math.max(0, run.endedAtMs - run.startedAtMs)}` +
      `,"startedAt":"${new Date(run.startedAtMs).toISOString()}","logs":${logs}` +
      `,"attempts":${run.attempts},"error":${told}}`
    );
  }

  private data(value: unknown): string {
    return this.secrets.hide(JSON.stringify(value ?? null));
  }
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
