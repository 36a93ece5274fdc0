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

/** Reports. */
export const REPORT_EXAMPLES = new ExampleSet()
  .add(ReportTemplateDto, stored)
  .add(ReportTemplatesDto, { templates: [stored] })
  .add(ReportTemplateInputDto, template)
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
