import type { AlertSeverity } from '@app/kernel';
import type { Episode, Episodes } from './episodes';

export interface Alarm {
  id: string;
  code: string;
  level: AlertSeverity;
  message: string;
  raisedAtMs: number;
  /** Null while the alarm is active. */
  clearedAtMs: number | null;
}

export interface AlarmChange {
  alarm: Alarm;
  state: 'raised' | 'cleared';
  atMs: number;
}

/** The alarms of the building. The methods do not return future alarms. */
export class AlarmLog {
  constructor(private readonly episodes: Episodes) {}

  /** The alarms that were active at any time in `[fromMs, toMs)`, newest first. */
  between(fromMs: number, toMs: number, nowMs: number, level?: AlertSeverity): Alarm[] {
    return this.episodes
      .between(fromMs, Math.min(toMs, nowMs + 1))
      .filter((episode) => !level || episode.rule.level === level)
      .map((episode) => toAlarm(episode, nowMs))
      .reverse();
  }

  /** Alarms raised or cleared in `(afterMs, untilMs]`, in order of time. */
  changes(afterMs: number, untilMs: number): AlarmChange[] {
    const within = (atMs: number): boolean => atMs > afterMs && atMs <= untilMs;
    return this.episodes
      .between(afterMs, untilMs + 1)
      .flatMap((episode): AlarmChange[] => {
        const alarm = toAlarm(episode, untilMs);
        return [
          { alarm, state: 'raised', atMs: episode.fromMs },
          { alarm, state: 'cleared', atMs: episode.toMs },
        ];
      })
      .filter((change) => within(change.atMs))
      .sort((a, b) => a.atMs - b.atMs);
  }
}

function toAlarm(episode: Episode, nowMs: number): Alarm {
  const { code, level, message } = episode.rule;
  return {
    id: episode.id,
    code,
    level,
    message,
    raisedAtMs: episode.fromMs,
    clearedAtMs: episode.toMs <= nowMs ? episode.toMs : null,
  };
}
