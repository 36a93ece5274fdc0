import type { Static, TObject } from '@sinclair/typebox';
import type { Problem } from './definition';
import type { JsonObject } from './json';
import type { NodeOutcome } from './node-outcome';
import type { ExecutionRef, NodePorts } from './ports';

export const NODE_CATEGORIES = ['trigger', 'control', 'condition', 'action'] as const;
export type NodeCategory = (typeof NODE_CATEGORIES)[number];

/** One input or output field of a node, for an editor. */
export interface DataDescriptor {
  name: string;
  /** The type: string, number, boolean, object, array or any. */
  type: string;
  required: boolean;
  description: string;
  /** JSON Schema. */
  schema: JsonObject;
}

/** One run of a node. */
export interface NodeRun<Config, Need extends keyof NodePorts> {
  /** The resolved configuration, which fits the type's schema. */
  readonly config: Config;
  readonly ports: Pick<NodePorts, Need>;
  readonly execution: ExecutionRef;
  /** Trigger data; used by `start`. */
  readonly triggerData: unknown;
  /** When this step first started, in milliseconds since 1970. A repetition after a crash has the same time. */
  readonly nowMs: number;
  /**
   * A key that is the same for every attempt of this step of this execution, and unique to the step. Requests to other
   * systems carry it.
   */
  readonly idempotencyKey: string;
  /** Aborted if the execution is cancelled, if it exceeds its time, or if the process ends. */
  readonly signal: AbortSignal;
  /** Adds a line to the log of the node's result. */
  log(line: string): void;
}

export interface NodeType<Config extends TObject = TObject, Need extends keyof NodePorts = keyof NodePorts> {
  /** The type's name in snake_case. */
  readonly type: string;
  /** The name shown to users. */
  readonly name: string;
  readonly description: string;
  readonly category: NodeCategory;
  /**
   * The schema of the resolved configuration. At save, each field may be a template instead. A field created by
   * `expressionField` is saved as a bare expression; one created by `verbatimField` is never resolved.
   */
  readonly config: Config;
  /** The fields of the node's output. */
  readonly outputs: readonly DataDescriptor[];
  /** Returns the labels of the outgoing edges for the saved `config`. If it is missing, edges have no labels. */
  branches?(config: JsonObject): string[];
  /** The path of additional labels in the configuration (`cases[].label`), for an editor. */
  readonly branchesFrom?: string;
  /** The branch to follow if a failed node is skipped. Required with `branches`. */
  readonly branchWhenSkipped?: string;
  readonly needs: readonly Need[];
  /** The lowest role that may save a workflow with such a node. */
  readonly lowestRole?: 'admin';
  /**
   * True if the node has effects outside of the execution. The state is saved before and after such a node runs, and a
   * dry run omits its effects.
   */
  readonly acts: boolean;
  /**
   * Whether a dry run executes a node with effects, because with this resolved configuration it only reads, or because
   * its port changes a copy.
   */
  runsInDryRun?(config: Static<Config>): boolean;
  /**
   * For a dry run: returns the likely output, and logs the omitted effect. Required for a node with effects, unless
   * every dry run executes it.
   * @throws NodeFault if the run would fail before its effect
   */
  rehearse?(config: Static<Config>, log: (line: string) => void): JsonObject;
  /**
   * Checks the saved configuration for rules that the schema cannot express. Paths are relative to the configuration
   * (`cases[1].label`).
   */
  check?(config: JsonObject): Problem[];
  /** @throws NodeFault, DomainError */
  run(run: NodeRun<Static<Config>, Need>): Promise<NodeOutcome> | NodeOutcome;
}

/** Declares a node type. The catalogue, the check at save and the types inside `run` all come from this declaration. */
export function defineNode<Config extends TObject, Need extends keyof NodePorts = never>(
  type: NodeType<Config, Need>,
): NodeType {
  // The engine treats all types alike. The argument of `run` was checked against the type's own schema.
  return Object.freeze(type);
}

/** All node types by name. */
export type NodeCatalogue = ReadonlyMap<string, NodeType>;

export function catalogueOf(types: readonly NodeType[]): NodeCatalogue {
  const catalogue = new Map(types.map((type) => [type.type, type]));
  if (catalogue.size < types.length) throw new Error('Two node types have the same name.');
  return catalogue;
}
