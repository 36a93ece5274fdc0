import type { GatewayAlarm, GatewayAlarmEvent } from '@app/gateway-client';
import type { AlertEpisode, AlertRaise } from './alert-raise';
import { type AlertOrigin, originKey } from './alert-origin';

/** An alarm of the gateway that this service has stored. */
export interface KnownAlarm {
  id: string;
  originKey: string;
  raisedAt: Date;
  /** Null while the alarm is open. */
  clearedAt: Date | null;
}

/** The changes that follow from a batch of events. */
export interface AlarmOperations {
  /** New or changed alarms. */
  alarms: KnownAlarm[];
  /** The episodes of each alert, oldest first. */
  histories: AlertEpisode[][];
}

export function alarmOrigin(code: string): AlertOrigin {
  return { source: 'gateway', type: 'alarm', originator: code };
}

/**
 * Returns the raise and the end of each listed alarm as events, in order of time. If one alarm ends at the instant at
 * which another is raised, its end comes first, as on the stream of a gateway whose alarm flutters.
 */
export function toAlarmEvents(alarms: readonly GatewayAlarm[]): GatewayAlarmEvent[] {
  const events = alarms.flatMap(({ raisedAt, clearedAt, ...alarm }) => {
    const raised = { ...alarm, state: 'raised' as const, timestamp: raisedAt };
    if (clearedAt === null) return [{ event: raised, rank: 1 }];
    const isMomentary = clearedAt <= raisedAt;
    const cleared = { ...alarm, state: 'cleared' as const, timestamp: isMomentary ? raisedAt : clearedAt };
    return [
      { event: raised, rank: 1 },
      { event: cleared, rank: isMomentary ? 2 : 0 },
    ];
  });
  return events
    .toSorted((a, b) => Date.parse(a.event.timestamp) - Date.parse(b.event.timestamp) || a.rank - b.rank)
    .map(({ event }) => event);
}

/**
 * Computes the changes that follow from a batch of events. Each alarm is raised and cleared once, even if it is
 * reported several times. The alert of a point is cleared when its last open alarm ends.
 * @param known the stored alarms to which the events refer, and all open alarms of their points
 */
export function alarmOperations(
  events: readonly GatewayAlarmEvent[],
  known: readonly KnownAlarm[],
): AlarmOperations {
  const alarms = new Map(known.map((alarm) => [alarm.id, { ...alarm }]));
  const touched = new Map<string, KnownAlarm>();
  const points = new PointAlarms(known);
  for (const event of events) {
    const origin = alarmOrigin(event.code);
    const { openIds, episodes } = points.of(originKey(origin));
    const at = new Date(event.timestamp);
    const alarm = alarms.get(event.id);
    if (event.state === 'raised' && !alarm) {
      const raised = { id: event.id, originKey: originKey(origin), raisedAt: at, clearedAt: null };
      alarms.set(raised.id, raised);
      touched.set(raised.id, raised);
      openIds.add(raised.id);
      currentEpisode(episodes).raises.push(raiseOf(event, at));
    }
    if (event.state === 'cleared' && alarm && !alarm.clearedAt) {
      alarm.clearedAt = at;
      touched.set(alarm.id, alarm);
      openIds.delete(alarm.id);
      if (openIds.size === 0) currentEpisode(episodes).clear = { ...origin, at };
    }
  }
  return { alarms: [...touched.values()], histories: points.histories };
}

/** The open alarms of each point, and the episodes of its alert. */
class PointAlarms {
  private readonly points = new Map<string, { openIds: Set<string>; episodes: AlertEpisode[] }>();

  constructor(known: readonly KnownAlarm[]) {
    for (const { id, originKey: key, clearedAt } of known) {
      if (!clearedAt) this.of(key).openIds.add(id);
    }
  }

  get histories(): AlertEpisode[][] {
    return [...this.points.values()].flatMap(({ episodes }) => (episodes.length > 0 ? [episodes] : []));
  }

  of(key: string): { openIds: Set<string>; episodes: AlertEpisode[] } {
    const point = this.points.get(key) ?? { openIds: new Set(), episodes: [] };
    this.points.set(key, point);
    return point;
  }
}

function raiseOf({ code, level, message }: GatewayAlarmEvent, at: Date): AlertRaise {
  return { ...alarmOrigin(code), severity: level, title: message, message, pointCode: code, at };
}

/** Returns the episode that has not ended. Begins one if there is none. */
function currentEpisode(episodes: AlertEpisode[]): AlertEpisode {
  const last = episodes.at(-1);
  if (last && !last.clear) return last;
  const next: AlertEpisode = { raises: [], clear: null };
  episodes.push(next);
  return next;
}
