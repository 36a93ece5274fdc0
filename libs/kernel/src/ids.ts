import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const BYTES = 16;
/** Random bytes are fetched for many ids at once, because each call is expensive. */
const pool = Buffer.allocUnsafe(BYTES * 256);
let used = pool.length;

/** The time of the last id in milliseconds, and the sequence number of this id within the millisecond. */
let lastMs = 0;
let place = 0;

/** Returns a new UUIDv7. Ids sort by creation time; ids of one process sort exactly in the order of creation. */
export function newId(): string {
  const random = randomBytes();
  const nowMs = Date.now();
  if (nowMs > lastMs) {
    lastMs = nowMs;
    place = random.readUInt32BE(0) >>> 1;
  } else place++;
  return v7({ random, msecs: lastMs, seq: place });
}

/** Returns when `newId` created this id, in milliseconds since 1970 by the clock of the process that created it. */
export function createdAtMs(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

function randomBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool.subarray(used, (used += BYTES));
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The largest id that an `int` column can hold. */
export const MAX_RECORD_ID = 2_147_483_647;

/**
 * True for a number that an `int` id column can hold. PostgreSQL refuses a query that compares the column with a larger
 * number.
 */
export function isRecordId(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0 && Number(value) <= MAX_RECORD_ID;
}

/** True for a lower-case UUID of any version and variant, such as the nil UUID. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
