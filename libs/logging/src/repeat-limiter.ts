export interface RepeatLimits {
  /** Lines of one kind that are written in a window. */
  lines: number;
  windowMs: number;
}

export const REPEAT_LIMITS: RepeatLimits = { lines: 3, windowMs: 60_000 };

/** Kinds that are remembered. Above this, the oldest is forgotten and its lines count anew. */
const MAX_KINDS = 1000;

interface Kind {
  opensAgainAtMs: number;
  written: number;
  suppressed: number;
}

/** Limits lines that repeat: during an outage or on a full disk every retry reports the same. */
export class RepeatLimiter {
  private readonly kinds = new Map<string, Kind>();

  constructor(
    private readonly limits: RepeatLimits = REPEAT_LIMITS,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** @returns how many lines of this kind were suppressed since the last written one; null if this one is too */
  admit(name: string): number | null {
    const nowMs = this.nowMs();
    const known = this.kinds.get(name);
    const kind =
      known && nowMs < known.opensAgainAtMs ? known : this.open(name, nowMs, known?.suppressed ?? 0);
    if (kind.written >= this.limits.lines) {
      kind.suppressed++;
      return null;
    }
    kind.written++;
    const { suppressed } = kind;
    kind.suppressed = 0;
    return suppressed;
  }

  private open(name: string, nowMs: number, suppressed: number): Kind {
    const kind = { opensAgainAtMs: nowMs + this.limits.windowMs, written: 0, suppressed };
    // Deleted first, so that the order of the map is that of the windows.
    this.kinds.delete(name);
    this.kinds.set(name, kind);
    const [oldest] = this.kinds.keys();
    if (this.kinds.size > MAX_KINDS && oldest !== undefined) this.kinds.delete(oldest);
    return kind;
  }
}
