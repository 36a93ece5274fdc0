import type { Static, TObject } from '@sinclair/typebox';
import type { Problem } from './definition';
import type { JsonObject } from './json';
import type { NodeOutcome } from './node-outcome';
import type { NodePorts } from './ports';

export const NODE_CATEGORIES = ['trigger', 'control', 'condition', 'action'] as const;
export type NodeCategory = (typeof NODE_CATEGORIES)[number];

/** One thing that a node takes or gives, for an editor. */
export interface DataDescriptor {
  name: string;
  /** string, number, boolean, object, array or any. */
  type: string;
  required: boolean;
  description: string;
  /** JSON Schema. */
  schema: JsonObject;
}

/** One run of a node. */
export interface NodeRun<Config, Need extends keyof NodePorts> {
  /** Templates and expressions resolved, and checked against the type's schema. */
  readonly config: Config;
  readonly ports: Pick<NodePorts, Need>;
  /** Of what the trigger brought; for `start`. */
  readonly triggerData: unknown;
  /** When this step began, milliseconds since 1970; the same again when the step is repeated after a crash. */
  readonly nowMs: number;
  /** The same for every try of this step of this execution, and for no other: effects carry it. */
  readonly idempotencyKey: string;
  /** Aborted when the execution is cancelled or has used up its time, or the process ends. */
  readonly signal: AbortSignal;
  /** Puts a line into the node's result. */
  log(line: string): void;
}

export interface NodeType<Config extends TObject = TObject, Need extends keyof NodePorts = keyof NodePorts> {
  /** snake_case. */
  readonly type: string;
  /** For people. */
  readonly name: string;
  readonly description: string;
  readonly category: NodeCategory;
  /**
   * The shape of the configuration once it is resolved. At save each field may be a template instead; a field made by
   * `expressionField` is saved as a bare expression, one made by `verbatimField` is never resolved.
   */
  readonly config: Config;
  /** What its output has. */
  readonly outputs: readonly DataDescriptor[];
  /** The labels that its outgoing edges have; without it they have none. Of `config` as saved. */
  branches?(config: JsonObject): string[];
  /** Where in the configuration `branches` finds labels beside the fixed ones (`cases[].label`), for an editor. */
  readonly branchesFrom?: string;
  /** The branch that is followed where a failed node is skipped; required with `branches`. */
  readonly branchWhenSkipped?: string;
  readonly needs: readonly Need[];
  /** Roles below it may not save a workflow with such a node. */
  readonly lowestRole?: 'admin';
  /** True where it acts on the world: the state is written before and after, and a dry run leaves it out. */
  readonly acts: boolean;
  /**
   * What it would have given, for a dry run, and a line for the node's result on what it would have done; required
   * where it acts.
   * @throws NodeFault where the run would fail before it reaches anything
   */
  rehearse?(config: Static<Config>, log: (line: string) => void): JsonObject;
  /** What the schema cannot say, of the configuration as saved; paths are relative to it (`cases[1].label`). */
  check?(config: JsonObject): Problem[];
  /** @throws NodeFault, DomainError */
  run(run: NodeRun<Static<Config>, Need>): Promise<NodeOutcome> | NodeOutcome;
}

/** Declares a type of node once: the catalogue, the check at save and the types inside `run` all come from it. */
export function defineNode<Config extends TObject, Need extends keyof NodePorts = never>(
  type: NodeType<Config, Need>,
): NodeType {
  // Inside the engine all types are alike; what `run` is given was checked against its own schema.
  return Object.freeze(type);
}

/** All types of node by their names. */
export type NodeCatalogue = ReadonlyMap<string, NodeType>;

export function catalogueOf(types: readonly NodeType[]): NodeCatalogue {
  const catalogue = new Map(types.map((type) => [type.type, type]));
  if (catalogue.size < types.length) throw new Error('Two node types have one name.');
  return catalogue;
}
