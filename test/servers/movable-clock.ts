import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppProcess } from './app-process';

const PRELOADED = pathToFileURL(join(__dirname, 'clock-ahead.mjs'));

/** A clock that several processes share and a test can move forward. Timers are not affected. */
export class MovableClock {
  private readonly folder = mkdtempSync(join(tmpdir(), 'movable-clock-'));
  private readonly file = join(this.folder, 'ahead-ms');
  private aheadMs: number;

  /** @param startMs the instant at which the clock starts, which may be in the past. By default, now. */
  constructor(startMs = Date.now()) {
    this.aheadMs = startMs - Date.now();
    this.write();
  }

  /** The environment variables with which a process uses this clock. */
  get variables(): { NODE_OPTIONS: string; CLOCK_AHEAD_FILE: string } {
    return { NODE_OPTIONS: `--import ${PRELOADED.href}`, CLOCK_AHEAD_FILE: this.file };
  }

  nowMs(): number {
    return Date.now() + this.aheadMs;
  }

  /**
   * Moves the clock of the given processes forward. Resolves once all of them have the new time. Processes that start
   * later also have it.
   */
  async advance(byMs: number, processes: readonly AppProcess[]): Promise<void> {
    this.aheadMs += byMs;
    this.write();
    await Promise.all(processes.map((process) => process.tell('clock-moved')));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  private write(): void {
    writeFileSync(this.file, String(this.aheadMs));
  }
}
