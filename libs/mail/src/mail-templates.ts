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
 * The variables of each template. A template is a pair of files in `templates/<language>`: HTML (`.hbs`) and text
 * (`.txt`).
 */
export interface TemplateContexts {
  'register-code': WithCode;
  'already-registered': ToUser;
  'reset-code': WithCode & ToUser;
  'password-changed': ToUser;
  'email-changed': ToUser;
}

export type TemplateName = keyof TemplateContexts;

/** A template with the values of its variables. */
export type TemplateMail = {
  [Name in TemplateName]: { template: Name; context: TemplateContexts[Name] };
}[TemplateName];

export const SUBJECTS: Record<TemplateName, Record<MailLanguage, (platformName: string) => string>> = {
  'register-code': {
    'zh-CN': (platformName) => `${platformName} 注册验证码`,
    'en-US': (platformName) => `Your code to register with ${platformName}`,
  },
  'already-registered': {
    'zh-CN': (platformName) => `您已拥有 ${platformName} 账户`,
    'en-US': (platformName) => `You already have an account with ${platformName}`,
  },
  'reset-code': {
    'zh-CN': (platformName) => `${platformName} 密码重置验证码`,
    'en-US': (platformName) => `Your code to reset your ${platformName} password`,
  },
  'password-changed': {
    'zh-CN': (platformName) => `您的 ${platformName} 密码已更改`,
    'en-US': (platformName) => `Your ${platformName} password was changed`,
  },
  'email-changed': {
    'zh-CN': (platformName) => `您的 ${platformName} 邮箱地址已更改`,
    'en-US': (platformName) => `Your ${platformName} e-mail address was changed`,
  },
};
