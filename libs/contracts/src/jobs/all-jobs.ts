import { backfillMeter } from './backfill-meter.job';
import { rebuildMeterDays } from './rebuild-meter-days.job';
import { rebuildMeter } from './rebuild-meter.job';
import { removeMeter } from './remove-meter.job';
import { runExecutions } from './run-executions.job';

/** All jobs. The worker refuses to start unless each of them has exactly one handler. */
export const allJobs = [backfillMeter, rebuildMeter, rebuildMeterDays, removeMeter, runExecutions] as const;
