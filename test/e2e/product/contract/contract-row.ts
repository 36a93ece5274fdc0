import type { AccessWord } from '@app/auth';
import type { ContractWorld } from './contract-world';

/**
 * The possible types of a value, such as `string|null`. `instant` is a time in UTC with milliseconds, and `any` matches
 * every value.
 */
type Types = string;

/**
 * The shape of an answer. An object contains the shapes of its fields, which are required unless their names end in
 * `?`. An array contains the shape of its elements. It must not be empty, unless `or empty` follows.
 */
export type Shape = Types | readonly [Shape, 'or empty'?] | { readonly [field: string]: Shape };

/** An answer that is not JSON. Its content type begins with `content`. */
export interface Content {
  readonly content: string;
}

export const content = (type: string): Content => ({ content: type });
export const isContent = (answer: Shape | Content): answer is Content =>
  typeof answer === 'object' && 'content' in answer && typeof answer.content === 'string';

type Given<Value> = Value | ((world: ContractWorld) => Value | Promise<Value>);

/** A row of the contract: a route, who may call it, and what it answers. */
export interface ContractRow {
  /** Method and path, such as `POST /api/models/:id/import-points`. */
  readonly route: string;
  /** The lowest role that may call the route. `ContractWalk` calls the route as a user who has exactly this role. */
  readonly access: AccessWord;
  readonly status: number;
  readonly answer: Shape | Content;
  /** Parts of the answer to this call that have fewer types than `answer`, for example because they are not null. */
  readonly exact?: Shape;
  /** Whether the answer is a list with pages. */
  readonly paged?: true;
  /** Names of the route's query parameters, without `page` and `limit`. */
  readonly query?: readonly string[];
  /** Values for the query parameters of the call. */
  readonly search?: Given<Record<string, string>>;
  readonly body?: Given<object>;
  readonly form?: Given<{ fields?: Record<string, string>; bytes: Buffer; name: string }>;
  /** Text that is sent with the type `text/csv`, or with the content type of `headers`. */
  readonly text?: string;
  readonly headers?: Given<Record<string, string>>;
  /** Values for the parameters in the path. */
  readonly path?: Given<Record<string, string | number>>;
  /** Stores the answer under this name for later rows. */
  readonly keep?: string;
  /** Set if the answer depends on background work. The call is repeated until this function returns true. */
  readonly until?: (answer: never) => boolean;
  /** Replaces the usual call. */
  readonly call?: (world: ContractWorld) => Promise<Response>;
}

export const SUCCESS: Shape = { success: 'boolean' };
