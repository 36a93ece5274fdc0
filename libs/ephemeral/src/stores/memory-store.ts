import { Clock } from '@app/kernel';
import type { OnApplicationShutdown } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EphemeralStore } from '../ephemeral-store';

/** Maximum number of values. They take some tens of megabytes. */
const MAX_ENTRIES = 100_000;
const SWEEP_EVERY_MS = 60_000;

interface Entry {
  value: string;
  expiresAtMs: number;
}

/**
 * Stores values in the memory of this process, for a single instance of the api. Keeps at most `MAX_ENTRIES` values and
 * drops the oldest first.
 */
export class MemoryStore extends EphemeralStore implements OnApplicationShutdown {
  private readonly entries: LRUCache<string, Entry>;
  private readonly sweeping = setInterval(() => this.sweep(), SWEEP_EVERY_MS).unref();

  constructor(
    private readonly clock: Clock,
    maxEntries = MAX_ENTRIES,
  ) {
    super();
    this.entries = new LRUCache({ max: maxEntries });
  }

  get size(): number {
    return this.entries.size;
  }

  override async put(key: string, value: string, lifetimeMs: number): Promise<void> {
    // Expired values are dropped before live ones.
    if (this.entries.size === this.entries.max && !this.entries.has(key)) this.sweep();
    this.entries.set(key, { value, expiresAtMs: this.clock.nowMs() + lifetimeMs });
  }

  override async putIfAbsent(key: string, value: string, lifetimeMs: number): Promise<boolean> {
    if (this.live(key)) return false;
    await this.put(key, value, lifetimeMs);
    return true;
  }

  override async read(key: string): Promise<string | null> {
    return this.live(key)?.value ?? null;
  }

  override async swap(key: string, from: string, to: string | null): Promise<boolean> {
    const entry = this.live(key);
    if (entry?.value !== from) return false;
    if (to === null) this.entries.delete(key);
    else entry.value = to;
    return true;
  }

  override async take(key: string): Promise<string | null> {
    const entry = this.live(key);
    this.entries.delete(key);
    return entry?.value ?? null;
  }

  sweep(): void {
    const nowMs = this.clock.nowMs();
    for (const [key, { expiresAtMs }] of this.entries) {
      if (expiresAtMs <= nowMs) this.entries.delete(key);
    }
  }

  onApplicationShutdown(): void {
    clearInterval(this.sweeping);
  }

  private live(key: string): Entry | undefined {
    // `peek` does not change the order, so the oldest value is dropped first even if it is read often.
    const entry = this.entries.peek(key);
    return entry && entry.expiresAtMs > this.clock.nowMs() ? entry : undefined;
  }
}
