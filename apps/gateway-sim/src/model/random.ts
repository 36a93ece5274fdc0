/**
 * Random numbers without state: each number is a pure function of a seed and a position. The numbers for any instant
 * can be computed independently, and they are the same after a restart.
 */

/** Hashes the parts with 32-bit FNV-1a. The result is a seed for the functions below. */
export function seedOf(...parts: readonly (string | number)[]): number {
  let hash = 0x811c9dc5;
  for (const character of parts.join('\0')) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash | 0;
}

/** Returns a random number, uniform in [0, 1). Seed and index are mixed by the finaliser of murmur3. */
export function randomAt(seed: number, index: number): number {
  let hash = seed ^ Math.imul(index | 0, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 0x1_0000_0000;
}

/** A random number, uniform in [-1, 1). */
export function swingAt(seed: number, index: number): number {
  return 2 * randomAt(seed, index) - 1;
}

/** A smooth curve within [-1, 1] that passes through `swingAt` at every whole `x`. */
export function wobbleAt(seed: number, x: number): number {
  const index = Math.floor(x);
  const share = x - index;
  const eased = share * share * (3 - 2 * share);
  return swingAt(seed, index) * (1 - eased) + swingAt(seed, index + 1) * eased;
}

/** Returns a smooth curve over time within [-1, 1] that changes direction about every `periodMs`. */
export function wobble(seed: number, periodMs: number): (atMs: number) => number {
  return (atMs) => wobbleAt(seed, atMs / periodMs);
}
