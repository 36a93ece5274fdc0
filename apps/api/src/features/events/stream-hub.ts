import type { ServerResponse } from 'node:http';
import { type Clock, DomainError, Pacer } from '@app/kernel';
import { Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { StreamBacklog } from './stream-backlog';
import { takeSocket } from '../../http/server/take-socket';
import { STREAM_HEADERS, StreamConnection, type StreamContext } from './stream-connection';
import { type StreamFrame, eventBytes } from './stream-frame';
import type { QueueLimits } from './stream-queue';
import type { StreamSink } from './stream-sink';
import type { StreamTypes } from './stream-types';
import { isSameUser, type StreamUser, type StreamUsers } from './stream-users';

export interface StreamLimits {
  /** Limits of the queue of one client, and of the backlog of each event type. */
  readonly queue: QueueLimits;
  readonly streamsPerUser: number;
  readonly heartbeatMs: number;
  /** A client that is behind and has read nothing for this long is disconnected. */
  readonly stallMs: number;
  /** A client whose queue has not been empty for this long is disconnected, because it reads too slowly. */
  readonly behindMs: number;
}

/** The longest delay that Node supports (24.8 days). A stream that lasts longer ends, and its client reconnects. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** All open streams of this process. */
export class StreamHub implements StreamSink, OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(StreamHub.name);
  private readonly connections = new Set<StreamConnection>();
  /** The events published in this turn of the event loop. */
  private batch: StreamFrame[] = [];
  private readonly flushing = new Pacer(() => this.flush(), 0);
  private heartbeats: NodeJS.Timeout | undefined;
  private closed = false;
  private readonly context: StreamContext;

  constructor(
    private readonly users: StreamUsers,
    private readonly clock: Clock,
    private readonly limits: StreamLimits,
  ) {
    const { queue, stallMs } = limits;
    this.context = { backlog: new StreamBacklog(queue), clock, queue, stallMs };
  }

  get connectionCount(): number {
    return this.connections.size;
  }

  /** Number of events that wait for clients. */
  get queuedCount(): number {
    return [...this.connections].reduce((sum, { queuedCount }) => sum + queuedCount, 0);
  }

  /**
   * Starts one heartbeat timer for all streams. A timer that is started during a request would inherit the id of the
   * request.
   */
  onModuleInit(): void {
    this.heartbeats = setInterval(() => void this.beat(), this.limits.heartbeatMs).unref();
  }

  /**
   * Turns `response` into an event stream that lasts until the client disconnects.
   * @throws DomainError `too_many_streams`, `shutting_down` or `connection_in_use`, before anything is written
   */
  open(user: StreamUser, types: StreamTypes, response: ServerResponse): void {
    // While the token was checked, the client may have disconnected or received a timeout.
    if (response.destroyed || response.headersSent) return;
    this.checkRoom(user);
    if (response.req.method === 'HEAD') {
      response.writeHead(200, STREAM_HEADERS).end();
      return;
    }
    const socket = takeSocket(response, STREAM_HEADERS);
    const connection = new StreamConnection(user, types, socket, this.context);
    this.connections.add(connection);
    const expiry = this.endAtExpiry(connection);
    socket.on('close', () => {
      clearTimeout(expiry);
      this.remove(connection);
    });
    connection.open(this.heartbeat());
  }

  wants(type: string): boolean {
    for (const connection of this.connections) if (connection.takes(type)) return true;
    return false;
  }

  publish(frames: readonly StreamFrame[]): void {
    for (const frame of frames) this.batch.push(frame);
    this.flushing.ask();
  }

  onModuleDestroy(): void {
    this.closed = true;
    clearInterval(this.heartbeats);
    this.endAll();
  }

  /** Ends all streams. The clients may reconnect. */
  endAll(): void {
    for (const connection of this.connections) this.end(connection);
  }

  private endAtExpiry(connection: StreamConnection): NodeJS.Timeout | undefined {
    const { expiresAt } = connection.user;
    if (!expiresAt) return undefined;
    const leftMs = expiresAt.getTime() - this.clock.nowMs();
    return setTimeout(() => this.end(connection), Math.min(leftMs, LONGEST_TIMER_MS)).unref();
  }

  private checkRoom(opening: StreamUser): void {
    if (this.closed) {
      throw new DomainError('unavailable', 'shutting_down', 'The service is shutting down.', {
        retryAfterSeconds: 5,
      });
    }
    let open = 0;
    for (const { user } of this.connections) if (isSameUser(user, opening)) open++;
    if (open >= this.limits.streamsPerUser) {
      throw new DomainError(
        'too_many',
        'too_many_streams',
        `You already have ${open} open event streams. Close one first.`,
        {
          retryAfterSeconds: Math.ceil(this.limits.heartbeatMs / 1000),
        },
      );
    }
  }

  private flush(): void {
    const { batch } = this;
    this.batch = [];
    const { backlog } = this.context;
    const start = backlog.end;
    let behind = false;
    for (const connection of this.connections) {
      connection.send(batch, start);
      behind ||= connection.behind;
    }
    if (behind) backlog.add(batch);
    else backlog.skip(batch.length);
  }

  private async beat(): Promise<void> {
    if (this.connections.size === 0) return;
    const heartbeat = this.heartbeat();
    for (const connection of this.connections) {
      if (connection.behindMs > this.limits.behindMs) this.end(connection);
      else connection.sendHeartbeat(heartbeat);
    }
    await this.endOutdated();
  }

  /**
   * Ends the streams of users who were deleted or whose role has changed, of ended sessions, and of API keys that were
   * deleted or have expired. This runs when an account changes or an API key is deleted, and also at every heartbeat, because the bus
   * may lose events.
   */
  async endOutdated(): Promise<void> {
    try {
      await this.compareRoles();
    } catch (error) {
      this.logger.warn(
        { err: error },
        'The users of the open streams could not be read; trying again later.',
      );
    }
  }

  private async compareRoles(): Promise<void> {
    if (this.connections.size === 0) return;
    // Streams that are opened during the query are not checked and stay open.
    const compared = [...this.connections];
    const roles = await this.users.rolesOf(compared.map(({ user }) => user));
    for (const [index, connection] of compared.entries()) {
      if (roles[index] !== connection.user.role) this.end(connection);
    }
  }

  private heartbeat(): StreamFrame {
    return {
      type: 'heartbeat',
      key: 'heartbeat',
      delivery: 'latest',
      bytes: eventBytes({ type: 'heartbeat', kind: 'heartbeat' }, {}, this.clock.now().toISOString()),
    };
  }

  private end(connection: StreamConnection): void {
    this.connections.delete(connection);
    connection.end();
  }

  private remove(connection: StreamConnection): void {
    connection.release();
    this.connections.delete(connection);
  }
}
