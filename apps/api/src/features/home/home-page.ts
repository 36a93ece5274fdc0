import { createHash } from 'node:crypto';

export interface HomePage {
  platformName: string;
  version: string;
  /** Whether the database and the queue answer. */
  ready: boolean;
  language: 'en' | 'zh';
  /** Whether the API reference is served. */
  documentation: boolean;
}

interface Wording {
  lang: string;
  ready: string;
  unavailable: string;
  version: string;
  reference: string;
  document: string;
  health: string;
}

const WORDINGS: Record<HomePage['language'], Wording> = {
  en: {
    lang: 'en',
    ready: 'Ready',
    unavailable: 'Unavailable: the database or the queue does not answer',
    version: 'Version',
    reference: 'API reference',
    document: 'OpenAPI document',
    health: 'Health',
  },
  zh: {
    lang: 'zh-CN',
    ready: '运行正常',
    unavailable: '不可用：数据库或队列没有响应',
    version: '版本',
    reference: 'API 文档',
    document: 'OpenAPI 描述文件',
    health: '健康状态',
  },
};

const STYLE = `
:root { color-scheme: light dark; }
body { max-width: 32rem; margin: 15vh auto 0; padding: 0 1.5rem; font: 1rem/1.6 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.75rem; }
p { margin: 0.25rem 0 1.5rem; }
ul { padding: 0; list-style: none; }
.ready::before, .unavailable::before { content: '●'; margin-right: 0.5em; color: #2b8a3e; }
.unavailable::before { color: #c92a2a; }
`;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** Allows the page's own style sheet and nothing else. */
export const HOME_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** The page at `/`: name and state of the service, and links to start from. */
export function homePage({ platformName, version, ready, language, documentation }: HomePage): string {
  const wording = WORDINGS[language];
  const links: [path: string, text: string][] = [['/health/ready', wording.health]];
  if (documentation) {
    links.unshift(['/documentation', wording.reference], ['/documentation/json', wording.document]);
  }
  const name = escaped(platformName);
  return `<!doctype html>
<html lang="${wording.lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${name}</title>
<style>${STYLE}</style>
<main>
<h1>${name}</h1>
<p>${wording.version} ${escaped(version)}</p>
<p class="${ready ? 'ready' : 'unavailable'}">${ready ? wording.ready : wording.unavailable}</p>
<ul>
${links.map(([path, text]) => `<li><a href="${path}">${text}</a></li>`).join('\n')}
</ul>
</main>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
