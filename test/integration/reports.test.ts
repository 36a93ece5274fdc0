// Runs in the full check only: it draws every built-in report.
import { AuditService, ConfigurationService, ReportTemplatesService } from '@app/domain';
import { FixedClock } from '@app/kernel';
import { RunningApi } from '../factories/running-api';
import { pdfPages } from '../factories/read-report';
import { testEnvironment } from '../harness';

interface Template {
  id: number;
  name: string;
  category: string;
  config: { title: string; sections: object[] };
}
interface Refusal {
  error: string;
  code: string;
  details: { path: string; message: string }[];
}

const PERIOD = { from: '2026-10-25', to: '2026-10-26' };

describe('the routes of reports', () => {
  let api: RunningApi;
  let engineer: string;
  let viewer: string;

  beforeAll(async () => {
    api = await RunningApi.startProcess({ PLATFORM_TIMEZONE: 'Europe/London', DEFAULT_LANGUAGE: 'en-US' });
    engineer = (await api.signInAs('engineer')).token;
    viewer = (await api.signInAs('viewer')).token;
  });
  afterAll(() => api.stop());

  const templates = async (query = '') => {
    const { body, headers } = await api.call('GET', `/api/reports/templates${query}`, { token: viewer });
    return { headers, templates: (body as { templates: Template[] }).templates };
  };
  const preview = (body: object, token = engineer) =>
    api.call('POST', '/api/reports/preview', { token, body: { ...PERIOD, ...body } });
  const config = { title: 'Site', sections: [{ kind: 'text', text: 'Nothing else.' }] };

  it('the report routes have six built-in templates, which are created only once', async () => {
    const { templates: shipped, headers } = await templates();
    expect(shipped.map(({ name, category }) => [name, category])).toEqual([
      ['Daily site sheet', 'operations'],
      ['Weekly comparison', 'operations'],
      ['Monthly energy and carbon report', 'sustainability'],
      ['Electricity cost statement', 'billing'],
      ['Monthly energy report for the management', 'management'],
      ['Efficiency monitoring', 'compliance'],
    ]);
    expect(headers.get('x-total-count')).toBe('6');
    const { dataSource } = api.database;
    const clock = new FixedClock(Date.now());
    const audit = new AuditService(dataSource, clock);
    const configuration = new ConfigurationService(dataSource, testEnvironment(), clock, audit);
    await new ReportTemplatesService(dataSource, {} as never, configuration, audit, clock).ensure();
    expect((await templates()).headers.get('x-total-count')).toBe('6');
  });

  it('the report routes return the built-in templates in the language of the platform, or of the query', async () => {
    const admin = await api.signIn();
    await api.call('PUT', '/api/configs', { token: admin, body: { language: 'zh-CN' } });
    expect((await templates('?limit=1')).templates[0]).toMatchObject({
      name: '站点日报',
      config: { title: '站点日报' },
    });
    expect((await templates('?limit=1&language=en-US')).templates[0]).toMatchObject({
      name: 'Daily site sheet',
      config: { title: 'Daily site sheet' },
    });
    await api.call('PUT', '/api/configs', { token: admin, body: { language: 'en-US' } });
  });

  it('the report routes create a template with defaults for omitted fields', async () => {
    const body = { name: 'Notes', config };
    const answer = await api.call('POST', '/api/reports/templates', { token: engineer, body });
    expect(answer).toMatchObject({ status: 201, body: { ...body, description: '', category: 'custom' } });
    expect((await templates('?page=7&limit=1')).templates).toEqual([answer.body]);
  });

  it('the report routes refuse combinations that no report can show, with a detail for each', async () => {
    const sections = [
      { kind: 'table', metric: 'alerts', groupBy: 'tariff' },
      { kind: 'summary', metric: 'energy', areaIds: [77] },
    ];
    const body = { name: 'Wrong', config: { title: 'Wrong', sections } };
    const answer = await api.call('POST', '/api/reports/templates', { token: engineer, body });
    expect(answer.status).toBe(400);
    expect(answer.body as Refusal).toMatchObject({
      code: 'validation_failed',
      details: [
        {
          path: 'config.sections[0].groupBy',
          message: 'must be area, severity or status, because alerts cannot be grouped by tariff',
        },
        { path: 'config.sections[1].areaIds[0]', message: 'names the area 77, which does not exist' },
      ],
    });
  });

  it('the report routes preview built-in templates as PDF, in either language', async () => {
    for (const [index, { id }] of (await templates('?limit=2')).templates.entries()) {
      const [language, words] = index % 2 === 0 ? ['en-US', 'Data coverage'] : ['zh-CN', '数据完整率'];
      const response = await fetch(`${api.address}/api/reports/preview`, {
        method: 'POST',
        headers: { authorization: `Bearer ${engineer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ templateId: id, language, ...PERIOD }),
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('application/pdf');
      expect(response.headers.get('content-disposition')).toContain('attachment');
      const pages = await pdfPages(Buffer.from(await response.arrayBuffer()));
      expect(pages[0]).toContain(words);
      expect(pages[0]).toContain('2026-10-25');
    }
  });

  it('the report routes store nothing for a preview', async () => {
    const before = await api.auditEntries();
    expect((await preview({ config })).status).toBe(200);
    expect(await api.auditEntries()).toHaveLength(before.length);
    expect((await api.call('GET', '/api/files', { token: viewer })).body).toEqual([]);
  });

  it('the report routes answer a preview that takes too long with 503 and Retry-After', async () => {
    const hurried = await api.another({ LIMIT_REQUEST_MS: 1000 });
    const chart = { kind: 'chart', metric: 'energy', interval: 'hour' };
    const charts = Array.from({ length: 20 }, () => chart);
    const options = { token: engineer, body: { ...PERIOD, config: { title: 'Charts', sections: charts } } };
    // The process renders one report at a time, so three do not end in time.
    const calls = Array.from({ length: 3 }, () => hurried.call('POST', '/api/reports/preview', options));
    const answers = await Promise.all(calls);
    await hurried.stopProcess();
    const late = answers.filter(({ status }) => status !== 200);
    expect(late).not.toHaveLength(0);
    for (const answer of late) {
      expect(answer).toMatchObject({
        status: 503,
        body: { code: expect.stringMatching(/^(reports_busy|timeout)$/) },
      });
      expect(answer.headers.get('retry-after')).toBe('5');
    }
  });

  it.each([
    ['neither a template nor a configuration', {}, 400],
    ['both', { templateId: 1, config }, 400],
    ['an unknown template', { templateId: 4711 }, 404],
    ['an empty period', { config, from: '2026-10-25', to: '2026-10-25' }, 400],
    ['an unknown time zone', { config, timezone: 'Europe/Atlantis' }, 400],
    ['an unknown language', { config, language: 'de-DE' }, 400],
    ['no section', { config: { title: 'Empty', sections: [] } }, 400],
    ['too many sections', { config: { ...config, sections: Array(21).fill(config.sections[0]) } }, 400],
    [
      'too many rows',
      {
        config: { title: 'Hours', sections: [{ kind: 'table', metric: 'energy', interval: 'hour' }] },
        from: '2025-01-01',
      },
      400,
    ],
    ['a period of more than ten years', { config, from: '2001-01-01' }, 400],
  ])('the report routes refuse a preview with %s', async (_name, body, status) => {
    expect((await preview(body)).status).toBe(status);
  });
});
