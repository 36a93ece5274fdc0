import type { Role } from '@app/kernel';
import type { Queueable } from './stream-queue';

/** The groups of event types. A client can choose events by their kind instead of listing types. */
export type StreamKind =
  | 'alert'
  | 'backup'
  | 'energy'
  | 'export'
  | 'fault'
  | 'heartbeat'
  | 'import'
  | 'lighting'
  | 'maintenance'
  | 'point'
  | 'progress'
  | 'report'
  | 'widget'
  | 'workflow';

/** An encoded event without its `id:` line. It is the same for every client. */
export interface StreamFrame extends Queueable {
  readonly type: string;
  readonly bytes: Buffer;
  /** Narrows the users whose role receives the type. By default, all of them receive the event. */
  readonly readers?: StreamReaders;
}

/** Users with this role or a higher one; without a role, one user. */
export interface StreamReaders {
  readonly role: Role | null;
  readonly ownerId: number | null;
}

/** A payload. It must not have the fields `type` and `kind`, because the envelope sets them. */
export type StreamPayload<Payload extends object> = Payload & { type?: never; kind?: never };

export interface StreamEnvelope {
  readonly type: string;
  readonly kind: StreamKind;
  /** Name of the field with the time of sending: `sentAt` if the payload has a `timestamp` of its own. */
  readonly instantName?: 'timestamp' | 'sentAt';
}

/**
 * Encodes an event without its `id:`. The JSON has only one line, because CR and LF are escaped. A value therefore
 * cannot start a new field.
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

/** Concatenates frames into one buffer and numbers them from `firstId`. */
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
