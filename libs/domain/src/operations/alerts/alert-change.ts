import type { AlertChangeFact } from '@app/contracts';
import type { AlertEntity, AlertEventKind } from '@app/entities';
import { type Actor, inChinese, type Message } from '@app/kernel';
import type { MailLanguage } from '@app/mail';
import { LONGEST_MESSAGE, LONGEST_TITLE } from './alert-raise';

/** A change of an alert, with the alert after the change. */
export interface AlertChange {
  alert: AlertEntity;
  kind: AlertEventKind;
  at: Date;
  /** Number of reports that only repeat the active alert. */
  repeats?: number;
  /**
   * True if a repeat has changed the alert's severity. Such a repeat is a separate event of the history, and other
   * notification rules may apply to the new severity.
   */
  hasNewSeverity?: boolean;
  note?: Message | string | null;
  /** The execution that caused the change. */
  executionId?: string;
}

/** An alert as clients and workflows see it. */
export type AlertRecord = Omit<
  AlertEntity,
  'originKey' | 'activeKey' | 'state' | 'shelvedUntil' | 'messages' | 'repeatsEventId'
> & {
  status: 'active' | 'cleared';
  /** Null if the alert is not shelved. */
  shelvedUntil: Date | null;
  /** The message of the platform that the title states. Null if somebody else has written the title. */
  titleText: Message | null;
  /** The message of the platform that the longer text states. Null if somebody else has written it. */
  messageText: Message | null;
};

export function toAlertRecord(alert: AlertEntity): AlertRecord {
  const { originKey: _key, activeKey: _active, messages, repeatsEventId: _repeats, state, ...record } = alert;
  const isShelved = state === 'shelved';
  return {
    ...record,
    titleText: unchanged(messages?.title, alert.title, LONGEST_TITLE),
    messageText: unchanged(messages?.message, alert.message, LONGEST_MESSAGE),
    status: state === 'cleared' ? 'cleared' : 'active',
    shelvedUntil: isShelved ? alert.shelvedUntil : null,
    shelvedBy: isShelved ? alert.shelvedBy : null,
    shelveReason: isShelved ? alert.shelveReason : null,
  };
}

/** Returns the message of a text, unless a person has changed the text. Long texts are stored without their end. */
function unchanged(message: Message | null | undefined, text: string | null, most: number): Message | null {
  return message && message.message.slice(0, most) === text ? message : null;
}

/** Returns the texts of an alert in a language. Texts that the platform has not written stay as they are. */
export function textsOf(
  { title, message, titleText, messageText }: AlertRecord,
  language: MailLanguage,
): { title: string; message: string | null } {
  if (language === 'en-US') return { title, message };
  return {
    title: titleText ? inChinese(titleText) : title,
    message: messageText ? inChinese(messageText) : message,
  };
}

/** The fields of an alert that the audit log shows when an alert is reported or deleted. */
export function auditedAlert({ severity, title, source, pointCode, areaId }: AlertEntity): object {
  return { severity, title, source, pointCode, areaId };
}

export function toAlertChangeFact({ alert, kind }: AlertChange): AlertChangeFact {
  const record = toAlertRecord(alert);
  const { id, pointCode, severity, title, message, messageText, acknowledged, occurrences } = record;
  return {
    alertId: id,
    change: kind,
    code: pointCode,
    severity,
    title,
    message,
    messageText,
    status: record.status,
    acknowledged,
    shelvedUntil: record.shelvedUntil?.toISOString() ?? null,
    occurrences,
  };
}

/** The fields of an alert that is cleared. If the reported time is before `raisedAt`, `raisedAt` is used instead. */
export function clearedFields({ raisedAt }: AlertEntity, at: Date, by: Actor): Partial<AlertEntity> {
  const clearedAt = at < raisedAt ? raisedAt : at;
  return { state: 'cleared', activeKey: null, clearedAt, clearedBy: by.name };
}
