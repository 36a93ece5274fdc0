import { v7 } from 'uuid';

/** A fresh UUIDv7: sorts by the time it was made. */
export function newId(): string {
  return v7();
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** True for a lower-case UUID of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
