import type { Language } from '@app/entities';
import { EN_US } from './en-us';
import type { ReportWords } from './report-words';
import { ZH_CN } from './zh-cn';

const WORDS: Record<Language, ReportWords> = { 'en-US': EN_US, 'zh-CN': ZH_CN };

export function wordsOf(language: Language): ReportWords {
  return WORDS[language];
}
