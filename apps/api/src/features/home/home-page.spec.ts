import { createHash } from 'node:crypto';
import { HOME_PAGE, type HomePage, homePage } from './home-page';

const page = (overrides: Partial<HomePage> = {}) =>
  HOME_PAGE.render(
    homePage({
      platformName: 'Plantroom',
      version: '1.2.3',
      ready: true,
      language: 'en',
      documentation: true,
      ...overrides,
    }),
  );

describe('homePage', () => {
  it('shows the name, the version, the health and the links', () => {
    const html = page();
    expect(html).toContain('<h1>Plantroom</h1>');
    expect(html).toContain('Version 1.2.3');
    expect(html).toContain('<p class="ready">Ready</p>');
    for (const path of ['/documentation', '/documentation/json', '/health/ready']) {
      expect(html).toContain(`href="${path}"`);
    }
  });

  it('says that the service is unavailable if it is not ready', () => {
    expect(page({ ready: false })).toContain('<p class="unavailable">Unavailable: the database or the queue');
  });

  it('is available in Chinese', () => {
    expect(page({ language: 'zh' })).toContain('运行正常');
  });

  it('does not link to the API reference if the reference is disabled', () => {
    expect(page({ documentation: false })).not.toContain('/documentation');
  });

  it('escapes the name of the platform for HTML', () => {
    expect(page({ platformName: '<script>"&\'' })).toContain('<h1>&#60;script&#62;&#34;&#38;&#39;</h1>');
  });

  it('contains exactly the style sheet that its content security policy allows', () => {
    const [, style = ''] = /<style>([^]*)<\/style>/.exec(page()) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    expect(HOME_PAGE.policy).toContain(`style-src 'sha256-${hash}'`);
  });
});
