import { say } from '@app/kernel';
import {
  ReportPlanChangesDto,
  ReportPlanDto,
  ReportPlanInputDto,
  ReportRunDto,
  ReportRunStartedDto,
} from '../../features/reports/report-plan.dto';
import { ReportPreviewInputDto } from '../../features/reports/report-preview.dto';
import {
  ReportTemplateDto,
  ReportTemplateInputDto,
  ReportTemplatesDto,
} from '../../features/reports/report-template.dto';
import { ExampleSet } from '../example-set';

const template = {
  name: 'Tenants of the north wing',
  description: 'Energy and cost per day, and by price.',
  category: 'billing',
  config: {
    title: 'North wing',
    sections: [
      { kind: 'summary' as const, metric: 'cost' as const, areaIds: [2, 3] },
      {
        kind: 'chart' as const,
        metric: 'energy' as const,
        interval: 'day' as const,
        areaIds: [2, 3],
        compare: true,
      },
      { kind: 'table' as const, metric: 'cost' as const, groupBy: 'tariff' as const, areaIds: [2, 3] },
      { kind: 'text' as const, title: 'Questions', text: 'Write to the facility management.' },
    ],
  },
};
const stored = { id: 5, ...template, createdAt: '2026-03-29T08:15:04.000Z' };

const plan = {
  name: 'Monthly cost of the north wing',
  templateId: 4,
  cron: '30 5 1 * *',
  timezone: 'Europe/Berlin',
  range: 'lastMonth' as const,
  areaIds: [2],
  enabled: true,
  recipients: ['energy@example.org', 'tenant@example.org'],
  format: 'pdf' as const,
  language: null,
};
const runId = '019a4c6e-5d28-7a31-8f02-6b1c9d3e4f50';

/** Reports. */
export const REPORT_EXAMPLES = new ExampleSet()
  .add(ReportTemplateDto, stored)
  .add(ReportTemplatesDto, { templates: [stored] })
  .add(ReportTemplateInputDto, template)
  .add(ReportPlanDto, {
    id: 3,
    ...plan,
    lastRunAt: '2026-11-01T04:30:00.120Z',
    lastStatus: 'completed',
    nextRunAt: '2026-12-01T04:30:00.000Z',
  })
  .add(ReportPlanInputDto, plan)
  .add(ReportPlanChangesDto, { recipients: ['energy@example.org'], enabled: false })
  .add(ReportRunStartedDto, { runId })
  .add(ReportRunDto, {
    id: runId,
    status: 'sending',
    progress: 1,
    startedAt: '2026-11-01T04:30:00.120Z',
    finishedAt: null,
    from: '2026-09-30T22:00:00.000Z',
    to: '2026-10-31T23:00:00.000Z',
    fileId: '019a4c6e-6a10-7c52-9b33-1f2e3d4c5b6a',
    error: null,
    failure: null,
    recipients: [
      { address: 'energy@example.org', status: 'sent', attempts: 1, error: null, failure: null },
      {
        address: 'tenant@example.org',
        status: 'pending',
        attempts: 1,
        error: 'The mail server did not answer in time.',
        failure: say('mail_timeout'),
      },
    ],
  })
  .add(
    ReportPreviewInputDto,
    { templateId: 4, from: '2026-10-01', to: '2026-11-01', areaIds: [2] },
    'A template for one month and one area',
  )
  .add(
    ReportPreviewInputDto,
    {
      config: { title: 'Power', sections: [{ kind: 'chart', metric: 'power', interval: 'hour' }] },
      from: '2026-10-25',
      to: '2026-10-26',
      timezone: 'Europe/Berlin',
      language: 'en-US',
    },
    'A configuration without a template',
  );
