/** The callbacks of a transport. */
export interface TransportObserver {
  packet(text: string): void;
  connected(): void;
  /** The connection was lost, or an attempt to connect failed. */
  lost(reason: unknown): void;
}

/**
 * Carries text packets from every process to all listening processes. Packets of one sender keep their order. Packets
 * may be lost.
 */
export interface EventTransport {
  /** Maximum length of a packet, in bytes of UTF-8. */
  readonly maxPacketBytes: number;
  /** True while packets can be sent and, after `listen`, also received. */
  readonly isConnected: boolean;
  /** Connects in the background, and reconnects after every loss. */
  start(observer: TransportObserver): void;
  /** Starts receiving packets. May be called before `start`. */
  listen(): void;
  /**
   * Sends packets. Returns false if there is no connection, or if the connection was lost while sending. After such a
   * loss, it is unknown which packets were sent, and `connected` is called when the transport has reconnected. Rejects
   * if the server refuses the packets.
   */
  send(packets: string[]): Promise<boolean>;
  /** Pings the server on every connection, and reconnects each connection that gets no response. Never rejects. */
  probe(): Promise<void>;
  close(): Promise<void>;
}

/** If the server takes longer than this to respond, it counts as lost. */
export const ANSWER_MS = 5000;
/** Idle time of a connection after which the operating system checks that the other end still exists. */
export const KEEP_ALIVE_MS = 10_000;
