import { LRUCache } from 'lru-cache';

export interface RepeatLimits {
  /** Maximum number of lines of one kind that are written in a window. */
  lines: number;
  windowMs: number;
}

/** Limits of the lines about one record: an execution, a workflow or a job. */
export const REPEAT_LIMITS: RepeatLimits = { lines: 3, windowMs: 60_000 };
/** Limits of all lines with one cause. */
export const CAUSE_LIMITS: RepeatLimits = { lines: 20, windowMs: 60_000 };

/** Maximum number of kinds. If there are more, the window of the oldest kind is closed early. */
const MAX_KINDS = 1000;

interface Kind {
  readonly window: NodeJS.Timeout;
  written: number;
  suppressed: number;
  /** Writes the last suppressed line again, with the number of suppressed lines. */
  summarize: (suppressed: number) => void;
}

/** Limits repeated lines. During an outage or when a disk is full, every retry logs the same line. */
export class RepeatLimiter {
  private readonly kinds = new LRUCache<string, Kind>({ max: MAX_KINDS, dispose: (kind) => close(kind) });

  constructor(private readonly limits: RepeatLimits) {}

  /**
   * Returns true if the line may be written now.
   * @param summarize writes this line later, with the number of suppressed lines of its kind. It is called when the
   *   window closes, but only for the last suppressed line of a kind
   * @param count number of lines that this line stands for
   */
  admit(name: string, summarize: (suppressed: number) => void, count = 1): boolean {
    const kind = this.kinds.peek(name) ?? this.open(name);
    if (kind.written < this.limits.lines) {
      kind.written++;
      return true;
    }
    kind.suppressed += count;
    kind.summarize = summarize;
    return false;
  }

  private open(name: string): Kind {
    const window = setTimeout(() => this.kinds.delete(name), this.limits.windowMs).unref();
    const kind: Kind = { window, written: 0, suppressed: 0, summarize: () => undefined };
    this.kinds.set(name, kind);
    return kind;
  }
}

function close({ window, suppressed, summarize }: Kind): void {
  clearTimeout(window);
  if (suppressed > 0) summarize(suppressed);
}
