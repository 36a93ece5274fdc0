import type { Alarm, AlarmChange, ServedAlarms } from '@app/gateway-server';
import type { AlertSeverity } from '@app/kernel';
import type { Episode, Episodes } from './episodes';

/** The alarms of the building. */
export class AlarmLog implements ServedAlarms {
  constructor(private readonly episodes: Episodes) {}

  between(fromMs: number, toMs: number, nowMs: number, level?: AlertSeverity): Alarm[] {
    return this.episodes
      .between(fromMs, Math.min(toMs, nowMs + 1))
      .filter((episode) => !level || episode.rule.level === level)
      .map((episode) => toAlarm(episode, nowMs))
      .reverse();
  }

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
