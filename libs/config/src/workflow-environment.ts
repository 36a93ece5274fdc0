import { AsBoolean, AsList, AsNumber, isNetwork } from '@app/kernel';
import {
  IsBoolean,
  IsInt,
  IsOptional,
  Matches,
  Max,
  Min,
  Validate,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';

const HOST =
  /^(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9])?)(?:\.[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9])?)*(?::\d{1,5})?$/;
const BRACKETED = /^\[[0-9A-Fa-f:.]+\](?::\d{1,5})?$/;

/**
 * Requires that each entry is a host, an address or a CIDR block. A host or an address may have a port: `printer.lan`,
 * `10.0.0.7:8080`, `[fd00::7]:80`, `10.0.0.0/8`.
 */
@ValidatorConstraint({ name: 'areReachable' })
class AreReachable implements ValidatorConstraintInterface {
  validate(entries: unknown): boolean {
    return Array.isArray(entries) && entries.every(isReachable);
  }

  defaultMessage(): string {
    return 'must be hosts, with or without a port, or CIDR blocks, separated by commas';
  }
}

function isReachable(entry: unknown): boolean {
  return isNetwork(entry) || (typeof entry === 'string' && (HOST.test(entry) || BRACKETED.test(entry)));
}

const DATABASE_URL = /^(mysql|mariadb|postgres|postgresql):\/\/.+/;

/** No request may have more nodes, because checking their fields blocks other requests. */
export const MOST_WORKFLOW_NODES = 1000;

/** The limits and settings of workflows. */
export class WorkflowEnvironment {
  /** Limits of one workflow: the number of nodes, and the characters of the definition. */
  @AsNumber() @IsInt() @Min(2) @Max(MOST_WORKFLOW_NODES) LIMIT_WORKFLOW_NODES = 500;
  @AsNumber() @IsInt() @Min(1000) @Max(16_000_000) LIMIT_WORKFLOW_CHARACTERS = 1_000_000;
  @AsNumber() @IsInt() @Min(10) @Max(1_000_000) LIMIT_WORKFLOW_EXPRESSIONS = 5000;
  /** Maximum nesting depth of loops, and maximum number of branches of one node. */
  @AsNumber() @IsInt() @Min(1) @Max(100) LIMIT_WORKFLOW_DEPTH = 20;
  @AsNumber() @IsInt() @Min(1) @Max(1000) LIMIT_WORKFLOW_BRANCHES = 50;

  /** Limits of one execution: node runs including retries, jumps by goto, items of one loop, and parallel runs. */
  @AsNumber() @IsInt() @Min(1) @Max(1_000_000) LIMIT_EXECUTION_STEPS = 10_000;
  @AsNumber() @IsInt() @Min(1) @Max(100_000) LIMIT_EXECUTION_GOTOS = 1000;
  @AsNumber() @IsInt() @Min(1) @Max(1_000_000) LIMIT_EXECUTION_LOOP_ITEMS = 10_000;
  @AsNumber() @IsInt() @Min(1) @Max(100) LIMIT_EXECUTION_AT_ONCE = 10;
  @AsNumber() @IsInt() @Min(0) @Max(1000) LIMIT_EXECUTION_CHAIN = 10;
  /** Maximum active time of an execution. Waits do not count. */
  @AsNumber() @IsInt() @Min(100) @Max(86_400_000) LIMIT_EXECUTION_ACTIVE_MS = 300_000;
  /**
   * Maximum sizes in characters of JSON. They apply to the values that expressions insert into one node's
   * configuration, to the output of one node, and to everything that a running execution stores.
   */
  @AsNumber() @IsInt() @Min(1000) @Max(64_000_000) LIMIT_NODE_INPUT_CHARACTERS = 1024 * 1024;
  @AsNumber() @IsInt() @Min(1000) @Max(64_000_000) LIMIT_NODE_OUTPUT_CHARACTERS = 256 * 1024;
  @AsNumber() @IsInt() @Min(10_000) @Max(256_000_000) LIMIT_EXECUTION_CHARACTERS = 5 * 1024 * 1024;
  /**
   * Maximum size of the stored trigger data, and of the stored results, in characters of JSON. Longer values are
   * truncated.
   */
  @AsNumber() @IsInt() @Min(1000) @Max(64_000_000) LIMIT_EXECUTION_RECORD_CHARACTERS = 1024 * 1024;
  /** Maximum number of steps for all expressions in one node's configuration, or for one condition of a trigger. */
  @AsNumber() @IsInt() @Min(100) @Max(100_000_000) LIMIT_EXPRESSION_STEPS = 100_000;

  /**
   * Limits of the values that workflows keep between executions: the size of one value in characters of JSON, and the
   * number of values per workflow and for the site.
   */
  @AsNumber() @IsInt() @Min(100) @Max(1_000_000) LIMIT_REMEMBERED_CHARACTERS = 64 * 1024;
  @AsNumber() @IsInt() @Min(1) @Max(100_000) LIMIT_REMEMBERED_NAMES = 1000;

  /** Maximum number of retries that a node may configure, and maximum pause before each retry. */
  @AsNumber() @IsInt() @Min(0) @Max(1000) LIMIT_NODE_RETRIES = 10;
  @AsNumber() @IsInt() @Min(0) @Max(86_400_000) LIMIT_NODE_RETRY_DELAY_MS = 3_600_000;

  /** Private hosts (`host`, `host:port`) and CIDR blocks that the node `http_request` may call. */
  @AsList() @Validate(AreReachable) WORKFLOW_HTTP_ALLOWLIST: string[] = [];
  @AsNumber() @IsInt() @Min(100) @Max(120_000) LIMIT_HTTP_NODE_MS = 10_000;
  @AsNumber() @IsInt() @Min(1000) @Max(64_000_000) LIMIT_HTTP_NODE_BYTES = 2 * 1024 * 1024;

  /** Whether workflows may query the database. */
  @AsBoolean() @IsBoolean() WORKFLOW_DATABASE = true;
  /**
   * The database account that `database` nodes use. If unset, the service creates accounts, and its own account needs
   * the permission to create them.
   */
  @IsOptional()
  @Matches(DATABASE_URL, { message: 'must be mysql://… or postgres://…' })
  WORKFLOW_DATABASE_URL?: string;
  @AsNumber() @IsInt() @Min(100) @Max(120_000) LIMIT_DATABASE_NODE_MS = 5000;
  @AsNumber() @IsInt() @Min(1) @Max(1_000_000) LIMIT_DATABASE_NODE_ROWS = 1000;
  @AsNumber() @IsInt() @Min(1000) @Max(64_000_000) LIMIT_DATABASE_NODE_CHARACTERS = 1_000_000;

  /** Limits of one webhook: deliveries per minute, and size of a delivery in bytes. */
  @AsNumber() @IsInt() @Min(1) @Max(10_000_000) LIMIT_WEBHOOKS_PER_MINUTE = 60;
  @AsNumber() @IsInt() @Min(1000) @Max(64_000_000) LIMIT_WEBHOOK_BYTES = 1024 * 1024;
  /** Maximum number of webhook callers that wait for the answer of a workflow in one process. */
  @AsNumber() @IsInt() @Min(0) @Max(100_000) LIMIT_WEBHOOK_CALLERS = 500;

  /** How long executions are kept, and how many are kept per workflow. */
  @AsNumber() @IsInt() @Min(1) @Max(36_500) EXECUTION_RETENTION_DAYS = 90;
  @AsNumber() @IsInt() @Min(1) @Max(100_000_000) EXECUTION_RETENTION_COUNT = 10_000;
}
