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
import { type ErrorAnswer, errorText, sendError } from './send-error';
import { senderFault, TOO_SLOW } from './sender-fault';

export interface SenderLimits {
  /** From the first byte, or the opening of the connection, to the end of the headers. */
  headersMs: number;
  /** From the same moment to the end of the body. */
  bodyMs: number;
  /** Connections whose request is under way for long and not complete. */
  slowSenders: number;
  connections: number;
}

/** A sender is slow after this part of the time that a body may take: 5 s of 60. */
const SLOW_PART = 12;
const LONGEST_CHECK_MS = 1000;

interface Sender {
  /** When the connection was opened, or its last request began. */
  sinceMs: number;
  /** The last request of the connection, and its response. */
  request?: IncomingMessage;
  response?: ServerResponse;
}

export function senderLimitsOf(environment: Environment): SenderLimits {
  return {
    headersMs: Math.min(environment.LIMIT_HEADERS_MS, environment.LIMIT_BODY_MS),
    bodyMs: environment.LIMIT_BODY_MS,
    slowSenders: environment.LIMIT_SLOW_SENDERS,
    connections: environment.LIMIT_CONNECTIONS,
  };
}

/** The options by which Node ends requests that arrive too slowly: it emits `clientError` for each. */
export function timeoutOptions({ headersMs, bodyMs }: SenderLimits): ServerOptions {
  return {
    headersTimeout: headersMs,
    requestTimeout: bodyMs,
    connectionsCheckingInterval: checkEveryMs(headersMs),
  };
}

/**
 * Bounds the connections of `server` and among them the slow senders, of which the oldest is closed first. Answers
 * requests that the HTTP parser refuses, and those that arrive too slowly, with an error body, and closes their sockets.
 */
export function limitSenders(server: Server, limits: SenderLimits): void {
  const senders = new Map<Socket, Sender>();
  server.maxConnections = limits.connections;
  server.on('connection', (socket) => {
    senders.set(socket, { sinceMs: performance.now() });
    socket.once('close', () => senders.delete(socket));
  });
  server.prependListener('request', (request, response) => {
    const sender = senders.get(request.socket);
    if (sender) Object.assign(sender, { sinceMs: performance.now(), request, response });
  });
  server.on('clientError', (error, socket) => {
    refuse(socket as Socket, senders.get(socket as Socket), senderFault(error));
  });
  const check = (): void => closeOldest(senders, limits);
  const timer = setInterval(check, checkEveryMs(limits.headersMs)).unref();
  server.once('close', () => clearInterval(timer));
}

function checkEveryMs(headersMs: number): number {
  return Math.min(LONGEST_CHECK_MS, Math.ceil(headersMs / 4));
}

function closeOldest(senders: ReadonlyMap<Socket, Sender>, { bodyMs, slowSenders }: SenderLimits): void {
  const slowSinceMs = performance.now() - bodyMs / SLOW_PART;
  const slow = [...senders].filter(([, { sinceMs, request }]) => sinceMs < slowSinceMs && !request?.complete);
  if (slow.length <= slowSenders) return;
  slow.sort(([, one], [, other]) => one.sinceMs - other.sinceMs);
  for (const [socket, sender] of slow.slice(0, slow.length - slowSenders)) refuse(socket, sender, TOO_SLOW);
}

/** Through the response of the request that is under way, if there is one, so that the log and the headers fit. */
function refuse(socket: Socket, sender: Sender | undefined, answer: ErrorAnswer): void {
  const { request, response } = sender ?? {};
  const isUnderWay = request?.complete === false;
  if (!socket.writable || (isUnderWay && response?.headersSent)) {
    // The answer was sent already, a 401 perhaps.
    socket.destroy();
  } else if (isUnderWay && response) {
    response.shouldKeepAlive = false;
    sendError(response as Response, answer);
  } else {
    socket.end(rawAnswer(answer), () => socket.destroy());
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
