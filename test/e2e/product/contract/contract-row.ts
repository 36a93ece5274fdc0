import type { AccessWord } from '@app/auth';
import type { ContractWorld } from './contract-world';

/** Types of a value, such as `string|null`. `any` matches everything. */
type Types = string;

/**
 * The shape of an answer. An object lists the fields that it must have; a name that ends in `?` may be missing. An array
 * has the shape of its elements.
 */
export type Shape = Types | readonly [Shape] | { readonly [field: string]: Shape };

/** An answer that is not JSON: its content type begins with this text. */
export interface Content {
  readonly content: string;
}

export const content = (type: string): Content => ({ content: type });
export const isContent = (answer: Shape | Content): answer is Content =>
  typeof answer === 'object' && 'content' in answer && typeof answer.content === 'string';

type Given<Value> = Value | ((world: ContractWorld) => Value | Promise<Value>);

/** A row of the contract: a route, who may call it, and what it answers. */
export interface ContractRow {
  /** `POST /api/models/:id/import-points`. */
  readonly route: string;
  /** The lowest role. The walk calls the route as a user who has exactly this role. */
  readonly access: AccessWord;
  readonly status: number;
  readonly answer: Shape | Content;
  /** The list has pages. */
  readonly paged?: true;
  /** Names of the query parameters that the route has, besides `page` and `limit` of a list with pages. */
  readonly query?: readonly string[];
  /** The values of the query parameters in the call. */
  readonly search?: Given<Record<string, string>>;
  readonly body?: Given<object>;
  readonly form?: Given<{ fields?: Record<string, string>; bytes: Buffer; name: string }>;
  /** Text that is sent with the type `text/csv`, or with the content type of `headers`. */
  readonly text?: string;
  readonly headers?: Given<Record<string, string>>;
  /** The values of the parameters in the path. */
  readonly path?: Given<Record<string, string | number>>;
  /** Stores the answer under this name for later rows. */
  readonly keep?: string;
  /** The call is repeated until this is true, because it depends on background work. */
  readonly until?: (answer: never) => boolean;
  /** Performs the call in a special way. */
  readonly call?: (world: ContractWorld) => Promise<Response>;
}

export const SUCCESS: Shape = { success: 'boolean' };
