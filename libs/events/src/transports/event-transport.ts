/** Told by a transport what happens to it. */
export interface TransportObserver {
  packet(text: string): void;
  connected(): void;
  /** The connection was lost, or an attempt to make it failed. */
  lost(reason: unknown): void;
}

/** Carries packets of text from every process to all that listen, in the order of each sender, and may lose some. */
export interface EventTransport {
  /** The longest packet, in bytes of UTF-8. */
  readonly maxPacketBytes: number;
  /** True while packets can be sent, and received where that is wanted. */
  readonly isConnected: boolean;
  /** Connects in the background, and again after every loss. */
  start(observer: TransportObserver): void;
  /** From now on packets are wanted here too. May come before `start`. */
  listen(): void;
  /**
   * False where there is no connection or it was lost over it: then it is not certain what was sent, and `connected`
   * follows. Rejects where the server refuses the packets.
   */
  send(packets: string[]): Promise<boolean>;
  /** Asks the server on every connection, and reconnects those that it does not answer on. Never rejects. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** A server that takes so long to answer is taken for lost. */
export const ANSWER_MS = 5000;
/** Silence after which the system asks whether the other end is still there. */
export const KEEP_ALIVE_MS = 10_000;
