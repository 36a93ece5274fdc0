import { ExportInputDto, ExportJobDto, ExportStartedDto } from '../../features/exports/exports.dto';
import { ExampleSet } from '../example-set';

const jobId = '0195e3a0-7c41-7d2e-9b1f-3f6a2c9d8e10';
const march = { from: '2026-03-01', to: '2026-04-01' };

/** Exports of data. */
export const EXPORT_EXAMPLES = new ExampleSet()
  .add(ExportInputDto, { type: 'energy', ...march, filters: { areaId: 2, interval: 'day' } }, 'Energy by day')
  .add(ExportInputDto, { type: 'faults', ...march }, 'All faults of a month')
  .add(ExportInputDto, { type: 'alarms', ...march, filters: { severity: 'critical' } }, 'Critical alerts')
  .add(ExportStartedDto, { jobId })
  .add(ExportJobDto, {
    jobId,
    status: 'completed',
    progress: 1,
    fileId: '0195e3a0-91b7-7a04-8c55-64d0e7b1f2a3',
    error: null,
    failure: null,
  });
