export const MAIL_LANGUAGES = ['zh-CN', 'en-US'] as const;
export type MailLanguage = (typeof MAIL_LANGUAGES)[number];

interface OfPlatform {
  platformName: string;
}
interface WithCode extends OfPlatform {
  code: string;
  minutes: number;
}
interface ToUser extends OfPlatform {
  username: string;
}

/**
 * The variables of mails about alerts. Texts of alerts come from other systems, so the HTML templates escape them. The
 * text templates have no conditions or loops, so each optional part of the text is a single variable.
 */
interface OfAlert extends OfPlatform {
  /** For example _Alert raised_. */
  heading: string;
  title: string;
  message: string | null;
  /** The facts about the alert, in the language of the mail. */
  facts: readonly { label: string; value: string }[];
  /** The message for the text template: either empty, or the message with a blank line before and after it. */
  messageText: string;
  /** The facts and the link for the text template. */
  factsText: string;
  /** Address of the platform; null if it is not configured. */
  link: string | null;
}
interface OfAlerts extends OfPlatform {
  heading: string;
  /** Number of alerts in the summary. */
  count: number;
  /** The lines of the first alerts. */
  lines: readonly string[];
  /** A sentence with the number of alerts that are not in `lines`. Null if `lines` contains all. */
  more: string | null;
  /** The lines, `more` and the link for the text template. */
  linesText: string;
  link: string | null;
}

interface OfReport extends OfPlatform {
  /** The name of the report's plan or template. */
  name: string;
  /** The period of the report in words. */
  period: string;
  /** A sentence that says that the file is attached, or where to find it. */
  message: string;
  /** The link for the text template: either empty, or the link with a blank line before it. */
  linkText: string;
  /** Address of the platform; null if it is not configured. */
  link: string | null;
}

/**
 * The variables of each template. A template is a pair of files in `templates/<language>`: HTML (`.hbs`) and text
 * (`.txt`).
 */
export interface TemplateContexts {
  'register-code': WithCode;
  'already-registered': ToUser;
  'reset-code': WithCode & ToUser;
  'password-changed': ToUser;
  'email-changed': ToUser;
  'mail-test': OfPlatform;
  alert: OfAlert;
  'alert-summary': OfAlerts;
  report: OfReport;
}

export type TemplateName = keyof TemplateContexts;

/** A template with values for its variables. */
export type TemplateMail = {
  [Name in TemplateName]: { template: Name; context: TemplateContexts[Name] };
}[TemplateName];

type Subjects = {
  [Name in TemplateName]: Record<MailLanguage, (context: TemplateContexts[Name]) => string>;
};

const SUBJECTS: Subjects = {
  'register-code': {
    'zh-CN': ({ platformName }) => `${platformName} 注册验证码`,
    'en-US': ({ platformName }) => `Your code to register with ${platformName}`,
  },
  'already-registered': {
    'zh-CN': ({ platformName }) => `您已拥有 ${platformName} 账户`,
    'en-US': ({ platformName }) => `You already have an account with ${platformName}`,
  },
  'reset-code': {
    'zh-CN': ({ platformName }) => `${platformName} 密码重置验证码`,
    'en-US': ({ platformName }) => `Your code to reset your ${platformName} password`,
  },
  'password-changed': {
    'zh-CN': ({ platformName }) => `您的 ${platformName} 密码已更改`,
    'en-US': ({ platformName }) => `Your ${platformName} password was changed`,
  },
  'email-changed': {
    'zh-CN': ({ platformName }) => `您的 ${platformName} 邮箱地址已更改`,
    'en-US': ({ platformName }) => `Your ${platformName} e-mail address was changed`,
  },
  'mail-test': {
    'zh-CN': ({ platformName }) => `${platformName} 测试邮件`,
    'en-US': ({ platformName }) => `Test message from ${platformName}`,
  },
  alert: {
    'zh-CN': ({ heading, title }) => `${heading}：${title}`,
    'en-US': ({ heading, title }) => `${heading}: ${title}`,
  },
  'alert-summary': {
    'zh-CN': ({ heading, platformName }) => `${heading} - ${platformName}`,
    'en-US': ({ heading, platformName }) => `${heading} - ${platformName}`,
  },
  report: {
    'zh-CN': ({ name, period }) => `${name}：${period}`,
    'en-US': ({ name, period }) => `${name}: ${period}`,
  },
};

/** Returns the subject of a mail. It may contain line breaks if the values of its variables do. */
export function subjectOf<Name extends TemplateName>(
  template: Name,
  language: MailLanguage,
  context: TemplateContexts[Name],
): string {
  return SUBJECTS[template][language](context);
}
