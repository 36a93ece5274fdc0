import { IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { DomainError } from '@app/kernel';

/** The fields that Node itself gives a request. All others were added by Express, Nest and our middleware. */
const NODE_FIELDS = new Set(Reflect.ownKeys(new IncomingMessage(new Socket())));
const NO_HEADERS = {};

/**
 * Sends the head of `response`, and detaches the socket from it. From then on, only the caller writes to the socket.
 * Otherwise, Node would keep the request, the response and all that they refer to in memory until the connection is
 * closed. A stream stays open for hours (ADR 0043).
 *
 * The response emits `close` at once, because the request has been handled. Bytes that the client still sends are
 * ignored. The socket has no timeout; if the caller sets one and it passes, the connection is reset.
 * @throws DomainError if an earlier request on the connection has not been answered
 */
export function takeSocket(response: ServerResponse, headers: OutgoingHttpHeaders): Socket {
  const { req: request, socket } = response;
  if (!socket) {
    throw new DomainError('invalid', 'connection_in_use', 'Use a separate connection for the event stream.');
  }
  // Without a length and chunks, the body ends with the connection.
  response.useChunkedEncodingByDefault = false;
  response.writeHead(200, { ...headers, Connection: 'close' });
  response.flushHeaders();
  response.detachSocket(socket);
  response.emit('close');
  replaceListeners(socket);
  socket.setTimeout(0);
  request.resume();
  // The request is cleared later, because its handlers are still running.
  setImmediate(forget, request);
  return socket;
}

/**
 * Detaches the HTTP parser from the socket. Node does this when it gets a listener for `data`, and then removes its
 * listeners for `pause` and `resume`. Each new listener is added before the old ones are removed: if an event were left
 * without listeners, V8 would store the listeners of the socket in a hash table of 800 bytes.
 */
function replaceListeners(socket: Socket): void {
  const old = { data: socket.listeners('data'), timeout: socket.listeners('timeout') };
  socket.on('pause', ignore).on('resume', ignore).on('data', ignore).on('timeout', reset);
  for (const listener of old.data) socket.off('data', listener as () => void);
  for (const listener of old.timeout) socket.off('timeout', listener as () => void);
}

/** Clears a request that Node keeps until its connection is closed. */
function forget(request: IncomingMessage): void {
  for (const name of Reflect.ownKeys(request)) {
    if (!NODE_FIELDS.has(name)) Reflect.set(request, name, undefined);
  }
  request.headers = NO_HEADERS;
  request.rawHeaders = [];
  request.url = '';
}

function ignore(): void {
  // Bytes that the client sends after its request have no meaning.
}

function reset(this: Socket): void {
  this.resetAndDestroy();
}
