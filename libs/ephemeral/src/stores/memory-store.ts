import { Clock } from '@app/kernel';
import type { OnApplicationShutdown } from '@nestjs/common';
import { EphemeralStore } from '../ephemeral-store';

/** Some tens of megabytes. */
const MAX_ENTRIES = 100_000;
const SWEEP_EVERY_MS = 60_000;

interface Entry {
  value: string;
  expiresAtMs: number;
}

/** In the memory of this process: for one instance of the api. Bounded, the oldest goes first. */
export class MemoryStore extends EphemeralStore implements OnApplicationShutdown {
  private readonly entries = new Map<string, Entry>();
  private readonly sweeping = setInterval(() => this.sweep(), SWEEP_EVERY_MS).unref();

  constructor(
    private readonly clock: Clock,
    private readonly maxEntries = MAX_ENTRIES,
  ) {
    super();
  }

  get size(): number {
    return this.entries.size;
  }

  override async put(key: string, value: string, lifetimeMs: number): Promise<void> {
    // Anew, so that it is the youngest.
    this.entries.delete(key);
    this.makeRoom();
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
    const entry = this.entries.get(key);
    return entry && entry.expiresAtMs > this.clock.nowMs() ? entry : undefined;
  }

  private makeRoom(): void {
    if (this.entries.size < this.maxEntries) return;
    this.sweep();
    const [oldest] = this.entries.keys();
    if (oldest !== undefined && this.entries.size >= this.maxEntries) this.entries.delete(oldest);
  }
}
