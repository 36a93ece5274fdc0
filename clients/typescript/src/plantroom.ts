import createClient, { type Client } from 'openapi-fetch';
import type { ApiError } from './api-error.js';
import { serializeBody } from './bodies.js';
import { type EventName, type EventNamed, type EventOptions, EventStream } from './events.js';
import { type ItemOf, type ListArguments, type Page, type PagedPath, itemsOf, pagesOf } from './pages.js';
import { withRetries } from './retries.js';
import type { paths } from './schema.js';
import { type CallOptions, Session, type User, withApiKey } from './session.js';
import { type TokenStore, memoryTokens } from './tokens.js';

export interface PlantroomOptions {
  /** The address of the server without `/api`, for example `https://plantroom.example.org`. */
  baseUrl: string;
  /** Replaces the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
  /** An API key, for programs without a user. */
  apiKey?: string;
  /** Stores the tokens of a user. By default, in memory. */
  tokens?: TokenStore;
  /** Called once when the API has ended the session of the user, with the reason. */
  onSignedOut?: (error: ApiError) => void;
}

export interface Plantroom {
  /** Calls any route: `api.GET('/api/alerts/{id}', { params: { path: { id } } })`. */
  readonly api: Client<paths>;
  /** Starts a session. @throws ApiError, for example `invalid_credentials` */
  signIn(username: string, password: string, options?: CallOptions): Promise<User>;
  /**
   * Ends the session. The tokens are removed even if the API cannot be reached, or if the call is aborted.
   * @throws ApiError
   */
  signOut(options?: CallOptions): Promise<void>;
  /**
   * Follows the event stream, and connects again whenever the connection is lost.
   * @throws ApiError if the API refuses the caller, for example because the session has ended
   */
  events<Name extends EventName = EventName>(
    options?: EventOptions<Name>,
  ): AsyncGenerator<EventNamed<Name>, void, undefined>;
  /** Reads a list page by page. @throws ApiError */
  pages<Path extends PagedPath>(
    path: Path,
    ...[options]: ListArguments<Path>
  ): AsyncGenerator<Page<ItemOf<Path>>, void, undefined>;
  /** Reads a list item by item. @throws ApiError; Error after the last item if the API does not list all items */
  items<Path extends PagedPath>(
    path: Path,
    ...[options]: ListArguments<Path>
  ): AsyncGenerator<ItemOf<Path>, void, undefined>;
}

/** Creates a client for one user or for one API key. */
export function createPlantroom(options: PlantroomOptions): Plantroom {
  const { baseUrl, apiKey, tokens = memoryTokens(), onSignedOut = () => {} } = options;
  const send = withRetries(options.fetch ?? ((request) => fetch(request)));
  const open = createClient<paths>({ baseUrl, fetch: send, bodySerializer: serializeBody });
  const session = new Session(open, tokens, onSignedOut);
  const signed = apiKey === undefined ? session.signing(send) : withApiKey(send, apiKey);
  const api = createClient<paths>({ baseUrl, fetch: signed, bodySerializer: serializeBody });
  const stream = new EventStream(api, open);
  return {
    api,
    signIn: (username, password, callOptions = {}) => session.signIn(username, password, callOptions),
    signOut: (callOptions = {}) => session.signOut(api, callOptions),
    events: (eventOptions = {}) => stream.follow(eventOptions),
    pages: (path, ...[listOptions]) => pagesOf(api, path, listOptions),
    items: (path, ...[listOptions]) => itemsOf(api, path, listOptions),
  };
}
