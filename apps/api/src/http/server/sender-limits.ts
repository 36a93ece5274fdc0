import {
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Environment } from '@app/config';
import { newId } from '@app/kernel';
import type { Response } from 'express';
import { SECURITY_HEADERS } from './request-frame';
import { type ErrorAnswer, errorText, sendError } from '../errors/send-error';
import { senderFault, TOO_SLOW } from '../errors/sender-fault';

export interface SenderLimits {
  /**
   * Time limit for the headers. It starts with the first byte of the request. For the first request, it starts when the
   * connection opens.
   */
  headersMs: number;
  /** Time limit for the whole request. It starts at the same time as `headersMs`. */
  bodyMs: number;
  /** Maximum number of connections that are sending a request slowly. */
  slowSenders: number;
  /** Maximum number of connections. */
  connections: number;
}

/** A sender counts as slow after `bodyMs / SLOW_PART`, for example after 5 s of 60 s. */
const SLOW_PART = 12;
const LONGEST_CHECK_MS = 1000;
/**
 * Load balancers reuse idle connections for up to 60 s. This timeout must be longer. Otherwise, they could send a
 * request on a connection that this process is just closing.
 */
const KEEP_ALIVE_MS = 75_000;

/** The state of one connection. A connection that carries an event stream has no such state. */
interface Sender {
  /** When the wait for the current headers or body began, by the monotonic clock. */
  sinceMs: number;
  /** The last request of the connection, and its response. Undefined while the next headers arrive. */
  request?: IncomingMessage;
  response?: ServerResponse;
  /** Bytes received on the connection until its last request was answered. Undefined while a request is active. */
  idleAtBytes?: number;
}

export function senderLimitsOf(environment: Environment): SenderLimits {
  return {
    headersMs: Math.min(environment.LIMIT_HEADERS_MS, environment.LIMIT_BODY_MS),
    bodyMs: environment.LIMIT_BODY_MS,
    slowSenders: environment.LIMIT_SLOW_SENDERS,
    connections: environment.LIMIT_CONNECTIONS,
  };
}

/**
 * Server options that keep idle connections open, and make Node emit `clientError` for a request that arrives too
 * slowly.
 */
export function timeoutOptions({ headersMs, bodyMs }: SenderLimits): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: bodyMs,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionsCheckingInterval: checkEveryMs(headersMs),
  };
}

/**
 * Limits the connections of `server`, and the slow senders among them. If there are too many slow senders, the
 * connection that has been slow for the longest time is closed first. A request that is too slow or malformed gets an
 * error body, and its socket is closed.
 */
export function limitSenders(server: Server, limits: SenderLimits): void {
  const senders = new Map<Socket, Sender>();
  server.maxConnections = limits.connections;
  server.on('connection', (socket) => {
    senders.set(socket, { sinceMs: performance.now() });
    socket.on('close', () => senders.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    if (!senders.has(request.socket)) return;
    senders.set(request.socket, senderOf(request, response));
    response.once('close', () => {
      // The connection is lost, or its socket was taken for an event stream.
      if (!response.writableFinished) senders.delete(request.socket);
    });
  });
  server.on('clientError', (error, socket) => {
    refuse(socket as Socket, senders.get(socket as Socket), senderFault(error));
  });
  const check = (): void => closeOldest(senders, limits);
  const timer = setInterval(check, checkEveryMs(limits.headersMs)).unref();
  server.once('close', () => clearInterval(timer));
}

function senderOf(request: IncomingMessage, response: ServerResponse): Sender {
  const sender: Sender = { sinceMs: performance.now(), request, response };
  // The body is not read until the guards have run. The sender's time therefore starts with the first read of the body.
  request.once('resume', () => (sender.sinceMs = performance.now()));
  const end = (): void => {
    if (request.complete && response.writableFinished) sender.idleAtBytes = request.socket.bytesRead;
  };
  request.once('close', end);
  response.once('close', end);
  return sender;
}

/**
 * Node reports a request only when its headers are complete. New bytes on an idle connection must therefore be headers
 * of the next request. If those bytes arrived in one packet with the previous request, this process notices them when
 * the next byte arrives, or Node closes the connection as idle.
 */
function noteNextRequest(socket: Socket, sender: Sender): void {
  if (sender.idleAtBytes === undefined || socket.bytesRead <= sender.idleAtBytes) return;
  sender.sinceMs = performance.now();
  sender.request = sender.response = sender.idleAtBytes = undefined;
}

/** Returns true if we are waiting for a sender's headers, or are reading its body. */
function isAwaited({ request }: Sender): boolean {
  return !request || (!request.complete && request.readableFlowing !== null);
}

function checkEveryMs(headersMs: number): number {
  return Math.min(LONGEST_CHECK_MS, Math.ceil(headersMs / 4));
}

function closeOldest(senders: ReadonlyMap<Socket, Sender>, { bodyMs, slowSenders }: SenderLimits): void {
  const slowSinceMs = performance.now() - bodyMs / SLOW_PART;
  for (const [socket, sender] of senders) noteNextRequest(socket, sender);
  const slow = [...senders].filter(([, sender]) => sender.sinceMs < slowSinceMs && isAwaited(sender));
  if (slow.length <= slowSenders) return;
  slow.sort(([, one], [, other]) => one.sinceMs - other.sinceMs);
  for (const [socket, sender] of slow.slice(0, slow.length - slowSenders)) refuse(socket, sender, TOO_SLOW);
}

/**
 * Sends an error to a sender and closes its socket. For an incomplete request, the error is sent through the response
 * object of the request, so that it is logged.
 */
function refuse(socket: Socket, sender: Sender | undefined, answer: ErrorAnswer): void {
  const { request, response } = sender ?? {};
  const isAnswered = !response || response.writableFinished;
  if (!socket.writable || !sender) {
    socket.destroy();
  } else if (request?.complete === false && response && !response.headersSent) {
    response.shouldKeepAlive = false;
    // Node does not destroy an answered request when its socket closes. Without this line, a reader of the body would
    // wait forever.
    socket.once('close', () => request.destroy());
    sendError(response as Response, answer);
  } else if (isAnswered && request?.complete !== false) {
    socket.end(rawAnswer(answer), () => socket.destroy());
  } else {
    // An earlier request is still being answered. The client would read the error as the answer to that request.
    socket.destroy();
  }
}

function rawAnswer(answer: ErrorAnswer): string {
  const body = errorText(answer);
  const headers = [
    ['Connection', 'close'],
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', String(Buffer.byteLength(body))],
    ['X-Request-Id', newId()],
    ...SECURITY_HEADERS,
  ].map(([name, value]) => `${name}: ${value}`);
  return `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}
