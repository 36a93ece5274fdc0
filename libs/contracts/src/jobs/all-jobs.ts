import { backfillMeter } from './backfill-meter.job';
import { importReadings } from './import-readings.job';
import { rebuildMeterDays } from './rebuild-meter-days.job';
import { rebuildMeter } from './rebuild-meter.job';
import { releaseOverride } from './release-override.job';
import { removeMeter } from './remove-meter.job';
import { runExecutions } from './run-executions.job';
import { sendNotification } from './send-notification.job';
import { sendReport } from './send-report.job';
import { writeBackup } from './write-backup.job';
import { writeExport } from './write-export.job';
import { writeReport } from './write-report.job';

/** All jobs. The worker does not start unless each job has exactly one handler. */
export const allJobs = [
  backfillMeter,
  importReadings,
  rebuildMeter,
  rebuildMeterDays,
  releaseOverride,
  removeMeter,
  runExecutions,
  sendNotification,
  sendReport,
  writeBackup,
  writeExport,
  writeReport,
] as const;
