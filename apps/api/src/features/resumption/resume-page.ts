import type { ResumableWait } from '@app/domain';
import type { PageLanguage } from '../../http/pages/page-language';
import { escapeHtml, type PageContent, StaticPage } from '../../http/pages/static-page';

interface Wording {
  title: string;
  question: string;
  button: string;
  done: string;
  used: string;
  over: string;
  unknown: string;
}

const WORDINGS: Record<PageLanguage, Wording> = {
  en: {
    title: 'Continue the workflow',
    question: 'This workflow waits for you:',
    button: 'Continue',
    done: 'Done. The workflow continues. You may close this page.',
    used: 'This address has already been used. It works only once.',
    over: 'This address has expired.',
    unknown: 'There is no such address, or its execution has ended.',
  },
  zh: {
    title: '继续工作流',
    question: '此工作流正在等待您确认：',
    button: '继续',
    done: '已完成，工作流将继续运行。您可以关闭此页面。',
    used: '此地址已被使用。每个地址只能使用一次。',
    over: '此地址已过期。',
    unknown: '地址不存在，或其执行已结束。',
  },
};

const style = `
:root { color-scheme: light dark; }
body { max-width: 32rem; margin: 15vh auto 0; padding: 0 1.5rem; font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; }
button { padding: 0.5rem 2rem; font: inherit; }
`;

export const RESUME_PAGE = new StaticPage({ style, hasForm: true, isListed: false });

/** Asks a person to continue. The form is sent to the page's own address. */
export function questionPage(language: PageLanguage, { workflowName, nodeName }: ResumableWait): PageContent {
  const { title, question, button } = WORDINGS[language];
  const names = [workflowName, nodeName].map((name) => `<strong>${escapeHtml(name)}</strong>`).join(' · ');
  const content = `<p>${question}<br>${names}</p>\n<form method="post"><button>${button}</button></form>`;
  return { language, title, content };
}

export type Notice = 'done' | 'used' | 'over' | 'unknown';

export function noticePage(language: PageLanguage, notice: Notice): PageContent {
  const { title, [notice]: text } = WORDINGS[language];
  return { language, title, content: `<p>${text}</p>` };
}
