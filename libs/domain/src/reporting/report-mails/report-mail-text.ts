import type { FileEntity, ReportRunEntity } from '@app/entities';
import type { MailLanguage, TemplateContexts } from '@app/mail';
import { periodLabel } from '../report-documents/time-labels';

interface MailWords {
  attached: (fileName: string) => string;
  tooLarge: (fileName: string, megabytes: string, platformName: string) => string;
  open: (platformName: string) => string;
}

const WORDS: Record<MailLanguage, MailWords> = {
  'en-US': {
    attached: (fileName) => `The report is attached: ${fileName}`,
    tooLarge: (fileName, megabytes, platformName) =>
      `The report is too large for a mail (${megabytes} MB). It is in the list of files of ${platformName}: ${fileName}`,
    open: (platformName) => `Open ${platformName}`,
  },
  'zh-CN': {
    attached: (fileName) => `报表见附件：${fileName}`,
    tooLarge: (fileName, megabytes, platformName) =>
      `报表过大（${megabytes} MB），无法作为附件发送。请在 ${platformName} 的文件列表中查看：${fileName}`,
    open: (platformName) => `打开 ${platformName}`,
  },
};

export interface ReportMailFacts {
  run: Pick<ReportRunEntity, 'name' | 'language' | 'timezone' | 'fromAt' | 'toAt'>;
  file: Pick<FileEntity, 'name' | 'sizeBytes'>;
  isAttached: boolean;
  platformName: string;
  /** Address of the platform; null if it is not configured. */
  link: string | null;
}

/** The variables of the mail of a report. */
export function reportContext({
  run,
  file,
  isAttached,
  platformName,
  link,
}: ReportMailFacts): TemplateContexts['report'] {
  const { name, language, timezone, fromAt, toAt } = run;
  const words = WORDS[language];
  const megabytes = (file.sizeBytes / 1e6).toFixed(1);
  return {
    platformName,
    name,
    period: periodLabel({ fromMs: fromAt.getTime(), toMs: toAt.getTime() }, timezone, language),
    message: isAttached ? words.attached(file.name) : words.tooLarge(file.name, megabytes, platformName),
    linkText: link === null ? '' : `\n${words.open(platformName)}: ${link}`,
    link,
  };
}
