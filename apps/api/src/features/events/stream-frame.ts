import type { Queueable } from './stream-queue';

/** The short kinds by which clients route. */
export type StreamKind =
  'alert' | 'energy' | 'fault' | 'heartbeat' | 'lighting' | 'maintenance' | 'point' | 'widget' | 'workflow';

/** An event as it is written to every client, but for its `id:` line. */
export interface StreamFrame extends Queueable {
  readonly type: string;
  readonly bytes: Buffer;
}

/** What a payload may not name: the envelope does. */
export type StreamPayload<Payload extends object> = Payload & { type?: never; kind?: never };

export interface StreamEnvelope {
  readonly type: string;
  readonly kind: StreamKind;
  /** The envelope's own instant: `sentAt` where the payload has a `timestamp` that means something else. */
  readonly instantName?: 'timestamp' | 'sentAt';
}

/**
 * The event's fields after its `id:`. JSON stands on one line, since every CR and LF within it is escaped: a value
 * cannot begin a field.
 * @param sentAt ISO 8601 UTC
 */
export function eventBytes<Payload extends object>(
  { type, kind, instantName = 'timestamp' }: StreamEnvelope,
  payload: StreamPayload<Payload>,
  sentAt: string,
): Buffer {
  const data = JSON.stringify({ type, kind, [instantName]: sentAt, ...payload });
  return Buffer.from(`event: ${type}\ndata: ${data}\n\n`);
}

/** The longest `id:` line: a safe integer has at most 16 digits. */
const ID_LINE_BYTES = 'id: \n'.length + 16;

/** Frames one after another as one write, numbered from `firstId`. */
export function encodeFrames(frames: readonly StreamFrame[], firstId: number): Buffer {
  const room = frames.reduce((sum, { bytes }) => sum + ID_LINE_BYTES + bytes.length, 0);
  const target = Buffer.allocUnsafe(room);
  let end = 0;
  for (const [index, { bytes }] of frames.entries()) {
    end += target.write(`id: ${firstId + index}\n`, end, 'latin1');
    target.set(bytes, end);
    end += bytes.length;
  }
  return target.subarray(0, end);
}
