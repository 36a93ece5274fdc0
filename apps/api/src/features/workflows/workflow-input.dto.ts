import { MOST_WORKFLOW_NODES } from '@app/config';
import type { DefinitionInput, TriggerInput, WorkflowChanges, WorkflowInput } from '@app/domain';
import { WORKFLOW_MODES, type WorkflowMode } from '@app/entities';
import {
  type EdgeDefinition,
  type ErrorAction,
  type ErrorHandler,
  type JsonObject,
  type NodeDefinition,
  type StickyNote,
} from '@app/workflow-engine';
import { ApiHideProperty, PickType } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  IsBoolean,
  IsInt,
  IsNotEmpty,
  IsNumber,
  IsString,
  IsUUID,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import { IntegerProperty, UuidProperty } from '../../http/fields/id-properties.decorator';
import { IsJsonObject } from '../../http/fields/json-object.decorator';
import { Nested, NestedList } from '../../http/fields/nested.decorators';
import { Nullable, Omittable } from '../../http/fields/omittable.decorator';
import { OneOf } from '../../http/fields/one-of.decorator';
import { UnknownFields } from '../../http/fields/unknown-fields.decorator';

const MAX_ID = 100;
const MAX_EDGES = 2000;
const MAX_NOTES = 100;

/** Reaction to a failure of the node. Default: the execution fails. */
export class ErrorHandlerDto {
  /**
   * `retry`: run the node again. `skip`: continue without the node's output. `abort`: fail the execution. `goto`:
   * continue at another node.
   */
  @IsString() @MaxLength(64) action: string;
  /** For `retry`: highest number of further attempts, a whole number. */
  @Omittable() @Nullable() @IsNumber() retryCount?: number | null;
  /** For `retry`: wait before each further attempt, in whole milliseconds. */
  @Omittable() @Nullable() @IsNumber() retryDelayMs?: number | null;
  /**
   * For `goto`: id of the node to continue at. For `retry`: id of the node to continue at after the last attempt has
   * failed.
   */
  @Omittable() @Nullable() @IsString() @MaxLength(MAX_ID) gotoNodeId?: string | null;
  @ApiHideProperty() @UnknownFields() unknown?: JsonObject;
}

/** A node of a workflow. */
export class WorkflowNodeDto {
  /** Id of the node, unique in the workflow. Expressions use it in `nodeOutputs.<id>`. */
  @IsString() @IsNotEmpty() @MaxLength(MAX_ID) id: string;
  /** Type of the node. `GET /api/nodes` lists the types. */
  @IsString() @IsNotEmpty() @MaxLength(64) type: string;
  /** Display name. */
  @Omittable() @Nullable() @IsString() @MaxLength(255) name?: string | null;
  /** Configuration; its fields depend on the node's type. Texts may contain `{{ expression }}`. */
  @Omittable() @Nullable() @IsJsonObject() config?: JsonObject | null;
  /** Reaction to a failure of the node. Default: the execution fails. */
  @Omittable() @Nullable() @Nested(ErrorHandlerDto) onError?: ErrorHandlerDto | null;
  /** Position in an editor. It is stored unchanged. */
  @Omittable() @Nullable() @IsJsonObject() position?: JsonObject | null;
  @ApiHideProperty() @UnknownFields() unknown?: JsonObject;
}

/** A connection from one node to the next. */
export class WorkflowEdgeInputDto {
  /** Id of the edge. If it is omitted, one is assigned. */
  @Omittable() @Nullable() @IsString() @IsNotEmpty() @MaxLength(MAX_ID) id?: string | null;
  /** Id of the node where the edge begins. */
  @IsString() @IsNotEmpty() @MaxLength(MAX_ID) source: string;
  /** Id of the node where the edge ends. */
  @IsString() @IsNotEmpty() @MaxLength(MAX_ID) target: string;
  /**
   * Branch of the source node. For a condition: `true` or `false`. For a switch: the label of a case, or `default`. For
   * a loop: `body` or `done`.
   */
  @Omittable() @Nullable() @AsLabel() @IsString() @MaxLength(MAX_ID) label?: string | null;
  @ApiHideProperty() @UnknownFields() unknown?: JsonObject;
}

/** A text for people, which an editor shows beside the nodes. It has no effect. */
export class StickyNoteDto implements StickyNote {
  /** The text of the note. */
  @IsString() @MaxLength(2000) text: string;
  /** Horizontal position of its upper left corner, in pixels. */
  @IsNumber() @Min(-1e6) @Max(1e6) x: number;
  /** Vertical position of its upper left corner, in pixels. */
  @IsNumber() @Min(-1e6) @Max(1e6) y: number;
}

/** The trigger of the workflow. */
export class TriggerInputDto implements TriggerInput {
  /** Type of the trigger. A draft may have a type that does not exist. */
  @IsString() @IsNotEmpty() @MaxLength(64) type: string;
  /** The complete configuration of the trigger. */
  @Omittable() @Nullable() @IsJsonObject() config?: JsonObject | null;
  @ApiHideProperty() @UnknownFields() unknown?: JsonObject;
}

class WorkflowOptionsDto {
  /** Notes for people beside the nodes. The list replaces all notes. */
  @Omittable() @NestedList(StickyNoteDto, { max: MAX_NOTES }) notes?: StickyNoteDto[];
  /** Description for people. */
  @Omittable() @Nullable() @IsString() @MaxLength(10_000) description?: string | null;
  /** The trigger of the workflow. A new workflow has a `manual` trigger by default. */
  @Omittable() @Nested(TriggerInputDto) trigger?: TriggerInputDto;
  /** Whether triggers start the workflow; default true. If false, a definition with problems is stored as a draft. */
  @Omittable() @IsBoolean() enabled?: boolean;
  /**
   * Effect of a trigger if an earlier execution of the workflow has not ended. `parallel` (default): it starts another
   * execution. `single`: it starts nothing. `queued`: the new execution waits until the earlier ones have ended.
   * `restart`: it ends the earlier executions and starts a new one.
   */
  @Omittable() @OneOf(WORKFLOW_MODES) mode?: WorkflowMode;
}

/** A new workflow. */
export class WorkflowInputDto extends WorkflowOptionsDto {
  /** Display name. */
  @IsString() @IsNotEmpty() @MaxLength(255) name: string;
  /** All nodes. Exactly one of them has the type `start`. */
  @NestedList(WorkflowNodeDto, { max: MOST_WORKFLOW_NODES }) nodes: WorkflowNodeDto[];
  /** All edges. */
  @NestedList(WorkflowEdgeInputDto, { max: MAX_EDGES }) edges: WorkflowEdgeInputDto[];
}

/** A definition to check. */
export class WorkflowCheckDto extends PickType(WorkflowInputDto, ['nodes', 'edges', 'trigger']) {
  /** Id of the stored workflow. Without it, a warning may name the workflow itself as another writer of its points. */
  @Omittable() @IsUUID('loose') @UuidProperty() id?: string;
}

/** Changes of a workflow. Omitted fields stay as they are. */
export class WorkflowChangesDto extends WorkflowOptionsDto {
  /**
   * The revision on which the changes are based. If the workflow has another revision by now, nothing changes and the
   * answer is 409 `outdated_revision`. If it is omitted, the changes apply to any revision.
   */
  @Omittable() @IsInt() @Min(1) @IntegerProperty({ minimum: 1 }) revision?: number;
  /** Display name. */
  @Omittable() @IsString() @IsNotEmpty() @MaxLength(255) name?: string;
  /** All nodes. Exactly one of them has the type `start`. */
  @Omittable()
  @NestedList(WorkflowNodeDto, { max: MOST_WORKFLOW_NODES })
  nodes?: WorkflowNodeDto[];
  /** All edges. */
  @Omittable()
  @NestedList(WorkflowEdgeInputDto, { max: MAX_EDGES })
  edges?: WorkflowEdgeInputDto[];
}

/** Whether a workflow is enabled. */
export class ToggleDto extends PickType(WorkflowChangesDto, ['revision']) {
  /** True to enable the workflow, false to disable it. */
  @IsBoolean() enabled: boolean;
}

export function toWorkflowInput({ nodes, edges, notes, ...rest }: WorkflowInputDto): WorkflowInput {
  return { ...rest, nodes: nodes.map(toNode), edges: toEdges(edges), notes: notes?.map(toNote) };
}

export function toDefinitionInput({ nodes, edges, trigger }: WorkflowCheckDto): DefinitionInput {
  return { nodes: nodes.map(toNode), edges: toEdges(edges), trigger };
}

export function toWorkflowChanges({ nodes, edges, notes, ...rest }: WorkflowChangesDto): WorkflowChanges {
  return {
    ...rest,
    nodes: nodes?.map(toNode),
    edges: edges && toEdges(edges),
    notes: notes?.map(toNote),
  };
}

/** Returns the note as a plain object, as it is read from the database. */
function toNote({ text, x, y }: StickyNoteDto): StickyNote {
  return { text, x, y };
}

/**
 * Returns the node with its fields in a fixed order, without null fields. Unknown fields stay in it, so that the check
 * reports them.
 */
function toNode({ id, type, name, config, onError, position, unknown }: WorkflowNodeDto): NodeDefinition {
  const handler = onError ? { onError: toErrorHandler(onError) } : {};
  return {
    ...unknown,
    id,
    type,
    ...given({ name }),
    config: config ?? {},
    ...handler,
    ...given({ position }),
  };
}

function toErrorHandler({ action, unknown, ...extras }: ErrorHandlerDto): ErrorHandler {
  const { retryCount, retryDelayMs, gotoNodeId } = extras;
  // A draft may have an unknown action. Actions are checked before the workflow can run.
  return { ...unknown, action: action as ErrorAction, ...given({ retryCount, retryDelayMs, gotoNodeId }) };
}

function toEdges(edges: WorkflowEdgeInputDto[]): EdgeDefinition[] {
  const taken = new Set(edges.map(({ id }) => id));
  let number = 0;
  const freeId = (): string => {
    let id: string;
    do id = `edge-${++number}`;
    while (taken.has(id));
    return id;
  };
  return edges.map(({ id, source, target, label, unknown }) => ({
    ...unknown,
    id: id ?? freeId(),
    source,
    target,
    ...given({ label }),
  }));
}

function given<T extends object>(fields: T): { [Name in keyof T]?: NonNullable<T[Name]> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  return Object.fromEntries(entries) as { [Name in keyof T]?: NonNullable<T[Name]> };
}

/** Accepts the booleans true and false as labels. */
function AsLabel(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'boolean' ? String(value) : value));
}
