import type { Static, TObject } from '@sinclair/typebox';
import type { Problem } from './definition';
import type { JsonObject } from './json';
import type { NodeOutcome } from './node-outcome';
import type { ExecutionRef, NodePorts, PortChecks } from './ports';

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

/** A table or view that a node can use, for an editor. */
export interface TableDescriptor {
  name: string;
  description: string;
  /** Whether a node may change the rows of the table, and not only read them. */
  writable: boolean;
  columns: ColumnDescriptor[];
}

export interface ColumnDescriptor {
  name: string;
  /** The unit of the values; null if they have none. */
  unit: string | null;
  description: string;
}

/** A node run. */
export interface NodeRun<Config, Need extends keyof NodePorts> {
  /** The resolved configuration, which fits the type's schema. */
  readonly config: Config;
  readonly ports: Pick<NodePorts, Need>;
  readonly execution: ExecutionRef;
  readonly nodeId: string;
  /** Trigger data; used by `start`. */
  readonly triggerData: unknown;
  /**
   * The start of this attempt or of this check of a wait, in milliseconds since 1970. A repeat after a crash gets the
   * same time.
   */
  readonly nowMs: number;
  /**
   * A key that is unique to this visit of the node and the same in all attempts of the visit. It is sent with requests
   * to other systems, so that they recognize repeats.
   */
  readonly idempotencyKey: string;
  /** The number of the attempt, starting at 1. */
  readonly attempt: number;
  /** Aborted if the execution is cancelled or exceeds its time limit, or if the process shuts down. */
  readonly signal: AbortSignal;
  /** Adds a line to the log of the node's result. */
  log(line: string): void;
}

/** The part of a node's run that its dry run may use. */
export type Rehearsal<Need extends keyof NodePorts> = Pick<NodeRun<unknown, Need>, 'ports' | 'nowMs'>;

/** A check that a save performs with the state of the installation, for a warning. */
export interface SavedCheck<Config> {
  /** The fields that the check uses. They must not contain templates. The warning belongs to the first field. */
  readonly fields: readonly (keyof Config & string)[];
  /**
   * Must use only these fields of the configuration.
   * @throws NodeFault, DomainError the error with which the node would fail
   */
  check(config: Config, ports: PortChecks): Promise<void> | void;
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
  /** The tables and views of the service's own database that the node can use. */
  readonly tables?: readonly TableDescriptor[];
  /**
   * Returns the labels that outgoing edges may have with the saved `config`. If this function is missing, edges have no
   * labels.
   */
  branches?(config: JsonObject): string[];
  /** The path at which the configuration defines additional labels (`cases[].label`), for an editor. */
  readonly branchesFrom?: string;
  /** The branch to follow if the node fails and its error handler skips it. Required with `branches`. */
  readonly branchWhenSkipped?: string;
  readonly needs: readonly Need[];
  /** A workflow with such a node must have one of these triggers. Default: any trigger. */
  readonly triggers?: readonly string[];
  /** The lowest role that may save a workflow with such a node. */
  readonly lowestRole?: 'admin';
  /**
   * True if the node has effects outside of the execution. The state of the execution is saved before and after the
   * node runs, and a dry run omits the effects.
   */
  readonly acts: boolean;
  /**
   * Returns true if a dry run executes the node although `acts` is true. This is safe if the node only reads with this
   * resolved configuration, or if its port changes a copy of the data.
   */
  runsInDryRun?(config: Static<Config>): boolean;
  /**
   * Replaces `run` in a dry run: returns the likely output, and logs the omitted effect. Required if `acts` is true,
   * unless every dry run executes the node.
   * @param step its ports may only be read
   * @throws NodeFault if a real run would fail before its effect
   */
  rehearse?(
    config: Static<Config>,
    log: (line: string) => void,
    step: Rehearsal<Need>,
  ): JsonObject | Promise<JsonObject>;
  /**
   * The caller of a dry run may provide the output of a node. The node then does not run. This function returns the
   * outcome of the node for the provided output, or null if callers cannot provide it. Default: the node is done.
   */
  outcomeOf?(output: JsonObject): NodeOutcome | null;
  /** Returns true if a node with this saved configuration waits for a call of its one-time address. */
  waitsForCall?(config: JsonObject): boolean;
  /**
   * Checks the rules for the saved configuration that the schema cannot express. The paths of problems are relative to
   * the configuration (`cases[1].label`).
   */
  check?(config: JsonObject): Problem[];
  /** The checks of `run` that a save can perform. Ports perform the same checks before they act, and in a dry run. */
  readonly savedChecks?: readonly SavedCheck<Static<Config>>[];
  /**
   * Runs the node.
   * @throws NodeFault, DomainError
   */
  run(run: NodeRun<Static<Config>, Need>): Promise<NodeOutcome> | NodeOutcome;
}

/** Declares a node type. The catalogue, the check at save and the types inside `run` all come from this declaration. */
export function defineNode<Config extends TObject, Need extends keyof NodePorts = never>(
  type: NodeType<Config, Need>,
): NodeType {
  // The engine treats all node types alike, so the type parameters are dropped here. This is safe, because the engine
  // checks the argument of `run` against the type's own schema.
  return Object.freeze(type);
}

/** All node types by name. */
export type NodeCatalogue = ReadonlyMap<string, NodeType>;

export function catalogueOf(types: readonly NodeType[]): NodeCatalogue {
  const catalogue = new Map(types.map((type) => [type.type, type]));
  if (catalogue.size < types.length) throw new Error('Two node types have the same name.');
  return catalogue;
}
