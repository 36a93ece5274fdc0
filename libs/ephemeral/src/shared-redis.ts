import { setTimeout as delay } from 'node:timers/promises';
import { Environment } from '@app/config';
import { connectRedis } from '@app/redis';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type Redis, type RedisOptions, ReplyError } from 'ioredis';

/** A command that takes longer is taken for lost: nobody waits for a Redis that hangs. */
const COMMAND_MS = 1000;

const CONNECTION: RedisOptions = {
  lazyConnect: true,
  commandTimeout: COMMAND_MS,
  disconnectTimeout: 300,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
};

/** The Redis that the instances of the api share, where the queue is on one. */
@Injectable()
export class SharedRedis implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Ephemeral');
  /** Null where this process remembers by itself. */
  readonly client: Redis | null;
  private lossIsTold = false;
  /** The present connection is being closed. */
  private isGivenUp = false;

  constructor({ QUEUE_URL }: Environment) {
    this.client = /^rediss?:/.test(QUEUE_URL) ? connectRedis(QUEUE_URL, CONNECTION) : null;
    this.client?.on('error', (error: Error) => this.lost(error));
    this.client?.on('ready', () => this.found());
    this.client?.on('close', () => (this.isGivenUp = false));
  }

  /** Waits for a Redis that is there, for those who ask first; one that is not is no reason not to start. */
  async onModuleInit(): Promise<void> {
    const connected = this.client?.connect().catch(() => undefined);
    await Promise.race([connected, delay(COMMAND_MS, undefined, { ref: false })]);
  }

  onApplicationShutdown(): void {
    this.client?.disconnect();
  }

  /** @throws at once while there is no connection, and within a second where Redis hangs */
  async run<T>(client: Redis, command: () => Promise<T>): Promise<T> {
    if (client.status !== 'ready' || this.isGivenUp) throw new Error('Redis is not connected.');
    try {
      return await command();
    } catch (error) {
      if (!(error instanceof ReplyError)) this.giveUp(client);
      throw error;
    }
  }

  /** Until Redis has answered on a new connection, nobody waits for it any more. */
  private giveUp(client: Redis): void {
    if (client.status !== 'ready' || this.isGivenUp) return;
    this.isGivenUp = true;
    client.disconnect(true);
  }

  private lost(error: Error): void {
    if (!this.lossIsTold) this.logger.warn(`Redis cannot be reached: ${error.message}`);
    this.lossIsTold = true;
  }

  private found(): void {
    if (this.lossIsTold) this.logger.log('Redis is back.');
    this.lossIsTold = false;
  }
}
