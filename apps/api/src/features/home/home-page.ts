import type { PageLanguage } from '../../http/pages/page-language';
import { escapeHtml, type PageContent, StaticPage } from '../../http/pages/static-page';

export interface HomePage {
  platformName: string;
  version: string;
  /** Whether the database and the queue answer. */
  ready: boolean;
  language: PageLanguage;
  /** Whether the API reference is served. */
  documentation: boolean;
}

interface Wording {
  ready: string;
  unavailable: string;
  version: string;
  reference: string;
  document: string;
  health: string;
}

const WORDINGS: Record<PageLanguage, Wording> = {
  en: {
    ready: 'Ready',
    unavailable: 'Unavailable: the database or the queue does not answer',
    version: 'Version',
    reference: 'API reference',
    document: 'OpenAPI document',
    health: 'Health',
  },
  zh: {
    ready: '运行正常',
    unavailable: '不可用：数据库或队列没有响应',
    version: '版本',
    reference: 'API 文档',
    document: 'OpenAPI 描述文件',
    health: '健康状态',
  },
};

const style = `
:root { color-scheme: light dark; }
body { max-width: 32rem; margin: 15vh auto 0; padding: 0 1.5rem; font: 1rem/1.6 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.75rem; }
p { margin: 0.25rem 0 1.5rem; }
ul { padding: 0; list-style: none; }
.ready::before, .unavailable::before { content: '●'; margin-right: 0.5em; color: #2b8a3e; }
.unavailable::before { color: #c92a2a; }
`;

export const HOME_PAGE = new StaticPage({ style, hasForm: false, isListed: true });

/** The page at `/`: name and state of the service, and links to start from. */
export function homePage({ platformName, version, ready, language, documentation }: HomePage): PageContent {
  const wording = WORDINGS[language];
  const links: [path: string, text: string][] = [['/health/ready', wording.health]];
  if (documentation) {
    links.unshift(['/documentation', wording.reference], ['/documentation/json', wording.document]);
  }
  const content = `<p>${wording.version} ${escapeHtml(version)}</p>
<p class="${ready ? 'ready' : 'unavailable'}">${ready ? wording.ready : wording.unavailable}</p>
<ul>
${links.map(([path, text]) => `<li><a href="${path}">${text}</a></li>`).join('\n')}
</ul>`;
  return { language, title: platformName, content };
}
