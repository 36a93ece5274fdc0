import type { Logger } from 'pino';

/** Logs when a device stops and starts to answer. */
export class DeviceFailure {
  private known: string | null = null;

  constructor(
    private readonly connection: string,
    private readonly device: string,
    private readonly logger: Logger,
  ) {}

  /** Why the device cannot be read; null while it answers. */
  get reason(): string | null {
    return this.known;
  }

  set(reason: string | null): void {
    const { connection, device } = this;
    if (reason !== null && this.known === null)
      this.logger.warn({ connection, device, reason }, 'a device cannot be read');
    if (reason === null && this.known !== null)
      this.logger.info({ connection, device }, 'a device is read again');
    this.known = reason;
  }
}
