import type { AlertEntity, PointJson } from '@app/entities';
import type { AlertSeverity, Message } from '@app/kernel';
import { type AlertOrigin, originKey } from './alert-origin';

/** In characters. */
export const LONGEST_TITLE = 255;
export const LONGEST_MESSAGE = 2000;

/** The report of a problem. If an alert of this origin is active, the report counts as a repeat. */
export interface AlertRaise extends AlertOrigin {
  severity: AlertSeverity;
  /** A message of the platform, or a text. At most 255 characters; longer text is cut. */
  title: Message | string;
  /** A message of the platform, or a text. At most 2000 characters; longer text is cut. */
  message?: Message | string | null;
  pointCode?: string | null;
  /** Default: the area of the meter that reads the point. */
  areaId?: number | null;
  value?: PointJson;
  threshold?: number | null;
  /** When the problem began. */
  at: Date;
  /** A message of the platform, or a text. At most 1000 characters. Stored in the history of the alert. */
  note?: Message | string | null;
  /** The execution that reports the problem. */
  executionId?: string;
}

/** The report that a problem has ended. */
export interface AlertClear extends AlertOrigin {
  at: Date;
  note?: Message | string | null;
  executionId?: string;
}

/** The reports of one origin from the first raise until its alert is cleared. */
export interface AlertEpisode {
  /** Empty if the alert was raised by an earlier batch. */
  raises: AlertRaise[];
  /** Null if the problem has not ended. Then no episode of the origin follows. */
  clear: AlertClear | null;
}

/** The reports of one origin in a batch. */
export interface RaisedOrigin {
  key: string;
  first: AlertRaise;
  last: AlertRaise;
  /** The latest time of all reports, which may not be that of the last one. */
  latestAt: Date;
  count: number;
}

/** Groups reports by origin, sorted by key, so that all transactions lock alerts in the same order. */
export function groupByOrigin(raises: readonly AlertRaise[]): RaisedOrigin[] {
  const groups = new Map<string, RaisedOrigin>();
  for (const raise of raises) {
    const key = originKey(raise);
    const group = groups.get(key);
    if (!group) {
      groups.set(key, { key, first: raise, last: raise, latestAt: raise.at, count: 1 });
      continue;
    }
    group.last = raise;
    if (raise.at > group.latestAt) group.latestAt = raise.at;
    group.count++;
  }
  return [...groups.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

type ReportedFields = Pick<
  AlertEntity,
  'severity' | 'title' | 'message' | 'messages' | 'value' | 'threshold'
>;

/** The fields of an alert that every report overwrites. */
export function reportedFields({
  severity,
  title,
  message = null,
  value = null,
  threshold = null,
}: AlertRaise): ReportedFields {
  const messages = {
    title: typeof title === 'string' ? null : title,
    message: typeof message === 'string' ? null : message,
  };
  return {
    severity,
    title: englishOf(title).slice(0, LONGEST_TITLE),
    message: message && englishOf(message).slice(0, LONGEST_MESSAGE),
    messages: messages.title || messages.message ? messages : null,
    value,
    threshold,
  };
}

export const englishOf = (text: Message | string): string => (typeof text === 'string' ? text : text.message);
