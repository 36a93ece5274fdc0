import type { Logger } from 'pino';

/** Logs when a device stops and starts to answer. */
export class DeviceFailure {
  /** Why the device cannot be read; null while it answers. */
  private reason: string | null = null;

  constructor(
    private readonly connection: string,
    private readonly device: string,
    private readonly logger: Logger,
  ) {}

  get exists(): boolean {
    return this.reason !== null;
  }

  set(reason: string | null): void {
    const { connection, device } = this;
    if (reason !== null && this.reason === null)
      this.logger.warn({ connection, device, reason }, 'a device cannot be read');
    if (reason === null && this.reason !== null)
      this.logger.info({ connection, device }, 'a device is read again');
    this.reason = reason;
  }
}
