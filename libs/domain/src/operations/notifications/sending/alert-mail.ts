import type { AlertEntity, NotificationType } from '@app/entities';
import type { MailLanguage, TemplateContexts } from '@app/mail';
import { Temporal } from 'temporal-polyfill';
import { textsOf, toAlertRecord } from '../../alerts/alert-change';
import { ALERT_WORDS } from './alert-words';
import { mostSevere } from './most-severe';

/** The settings of the platform that mails use. */
export interface MailSetting {
  platformName: string;
  language: MailLanguage;
  zone: string;
  link: string | null;
}

const LISTED = 20;
const LONGEST_VALUE = 200;
/** Longer titles are shortened in subjects and summaries. */
const LONGEST_TITLE = 150;

/** The variables of the mail about one alert. */
export function alertContext(
  type: NotificationType,
  alert: AlertEntity,
  areaName: string | null,
  { platformName, language, zone, link }: MailSetting,
): TemplateContexts['alert'] {
  const { headings, severities, labels, states, acknowledgedBy } = ALERT_WORDS[language];
  const state = states[alert.state === 'cleared' ? 'cleared' : 'active'];
  const acknowledged = alert.acknowledgedBy === null ? [] : [acknowledgedBy(alert.acknowledgedBy)];
  const facts: [string, string | null][] = [
    [labels.severity, severities[alert.severity]],
    [labels.status, [state, ...acknowledged].join(', ')],
    [labels.area, areaName],
    [labels.point, alert.pointCode],
    [labels.value, alert.value === null ? null : valueText(alert.value)],
    [labels.threshold, alert.threshold === null ? null : String(alert.threshold)],
    [labels.raisedAt, localTime(alert.raisedAt, zone)],
    [labels.clearedAt, alert.clearedAt && localTime(alert.clearedAt, zone)],
  ];
  const { title, message: text } = textsOf(toAlertRecord(alert), language);
  const message = text === title ? null : text;
  const known = facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value }]));
  const factLines = known.map(({ label, value }) => `${label}: ${value}`);
  return {
    platformName,
    heading: `${headings[type]} (${severities[alert.severity]})`,
    title: cut(title, LONGEST_TITLE),
    message,
    messageText: message === null ? '' : `\n${message}\n`,
    facts: known,
    factsText: [...factLines, ...linkLines({ platformName, language, zone, link })].join('\n'),
    link,
  };
}

/** The variables of a mail that summarizes several messages. The most severe alerts come first. */
export function summaryContext(
  count: number,
  first: readonly { type: NotificationType; alert: AlertEntity }[],
  setting: MailSetting,
): TemplateContexts['alert-summary'] {
  const { headings, severities, summary, more } = ALERT_WORDS[setting.language];
  const listed = mostSevere(first, LISTED);
  const lines = listed.map(({ type, alert }) => {
    const what = `${headings[type]} (${severities[alert.severity]})`;
    const { title } = textsOf(toAlertRecord(alert), setting.language);
    return `${localTime(alert.raisedAt, setting.zone)} ${what}: ${cut(title, LONGEST_TITLE)}`;
  });
  const rest = count > listed.length ? more(count - listed.length) : null;
  const parts = [lines.map((line) => `- ${line}`).join('\n'), rest, ...linkLines(setting)];
  return {
    platformName: setting.platformName,
    heading: summary(count),
    count,
    lines,
    more: rest,
    linesText: parts.filter((part) => part !== null).join('\n\n'),
    link: setting.link,
  };
}

function linkLines({ language, platformName, link }: MailSetting): string[] {
  return link === null ? [] : [`${ALERT_WORDS[language].open(platformName)}: ${link}`];
}

function localTime(at: Date, zone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
  return `${local.toPlainDate().toString()} ${local.toPlainTime().toString({ smallestUnit: 'second' })} (${zone})`;
}

function valueText(value: AlertEntity['value']): string {
  return cut(typeof value === 'string' ? value : JSON.stringify(value), LONGEST_VALUE);
}

/** Shortens a text to a number of characters. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
