import { backfillMeter } from './backfill-meter.job';
import { rebuildMeterDays } from './rebuild-meter-days.job';
import { rebuildMeter } from './rebuild-meter.job';
import { removeMeter } from './remove-meter.job';
import { runExecutions } from './run-executions.job';

/** Every job there is: the api may queue each, the worker refuses to start without a handler for each. */
export const allJobs = [backfillMeter, rebuildMeter, rebuildMeterDays, removeMeter, runExecutions] as const;
