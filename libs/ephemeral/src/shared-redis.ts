import { Environment } from '@app/config';
import { isDoneWithin } from '@app/kernel';
import { connectRedis } from '@app/redis';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { type Redis, type RedisOptions, ReplyError } from 'ioredis';

/** Time limit in milliseconds after which a command counts as lost. */
const COMMAND_MS = 1000;

const CONNECTION: RedisOptions = {
  lazyConnect: true,
  commandTimeout: COMMAND_MS,
  disconnectTimeout: 300,
  maxRetriesPerRequest: 0,
  enableOfflineQueue: false,
};

/** The Redis that the instances of the api share, if the queue uses one. */
@Injectable()
export class SharedRedis implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger('Ephemeral');
  /** Null if the instances share no Redis and this process uses its own memory. */
  readonly client: Redis | null;
  private lossIsLogged = false;
  /** True while the current connection is being closed. */
  private isGivenUp = false;

  constructor({ QUEUE_URL }: Environment) {
    this.client = /^rediss?:/.test(QUEUE_URL) ? connectRedis(QUEUE_URL, CONNECTION) : null;
    this.client?.on('error', (error: Error) => this.lost(error));
    this.client?.on('ready', () => this.found());
    this.client?.on('close', () => (this.isGivenUp = false));
  }

  /** Waits for the first connection. If Redis is unreachable, the process starts nevertheless. */
  async onModuleInit(): Promise<void> {
    if (this.client) await isDoneWithin(COMMAND_MS, this.client.connect());
  }

  onApplicationShutdown(): void {
    this.client?.disconnect();
  }

  /**
   * Runs a command.
   * @throws immediately while there is no connection, and within a second if Redis does not respond
   */
  async run<T>(client: Redis, command: () => Promise<T>): Promise<T> {
    if (client.status !== 'ready' || this.isGivenUp) throw new Error('Redis is not connected.');
    try {
      return await command();
    } catch (error) {
      if (!(error instanceof ReplyError)) this.giveUp(client);
      throw error;
    }
  }

  /** Closes the connection, so that commands fail immediately until Redis has responded on a new one. */
  private giveUp(client: Redis): void {
    if (client.status !== 'ready' || this.isGivenUp) return;
    this.isGivenUp = true;
    client.disconnect(true);
  }

  private lost(error: Error): void {
    if (!this.lossIsLogged) this.logger.warn(`Redis cannot be reached: ${error.message}`);
    this.lossIsLogged = true;
  }

  private found(): void {
    if (this.lossIsLogged) this.logger.log('Redis is reachable again.');
    this.lossIsLogged = false;
  }
}
