import { ExampleSet } from '../example-set';
import { ACCOUNT_EXAMPLES } from './account-examples';
import { ALERT_EXAMPLES } from './alert-examples';
import { ALERT_RULE_EXAMPLES } from './alert-rule-examples';
import { BACKUP_EXAMPLES } from './backup-examples';
import { BASELINE_EXAMPLES } from './baseline-examples';
import { BILL_EXAMPLES } from './bill-examples';
import { BUDGET_EXAMPLES } from './budget-examples';
import { BUILDING_EXAMPLES } from './building-examples';
import { ENERGY_EXAMPLES } from './energy-examples';
import { EVENT_EXAMPLES } from './event-examples';
import { FILE_EXAMPLES } from './file-examples';
import { EXPORT_EXAMPLES } from './export-examples';
import { IOT_EXAMPLES } from './iot-examples';
import { LOSS_EXAMPLES } from './loss-examples';
import { MODEL_EXAMPLES } from './model-examples';
import { NOTE_EXAMPLES } from './note-examples';
import { NOTIFICATION_EXAMPLES } from './notification-examples';
import { PLATFORM_EXAMPLES } from './platform-examples';
import { PUSH_EXAMPLES } from './push-examples';
import { WIDGET_EXAMPLES } from './widget-examples';
import { REPORT_EXAMPLES } from './report-examples';
import { WORK_EXAMPLES } from './work-examples';
import { WORKFLOW_EXAMPLES } from './workflow-examples';

/** Every example of the reference. Each JSON body of a route needs at least one example. */
export const EXAMPLES = [
  ACCOUNT_EXAMPLES,
  ALERT_EXAMPLES,
  ALERT_RULE_EXAMPLES,
  BACKUP_EXAMPLES,
  BASELINE_EXAMPLES,
  BILL_EXAMPLES,
  BUDGET_EXAMPLES,
  BUILDING_EXAMPLES,
  ENERGY_EXAMPLES,
  EVENT_EXAMPLES,
  FILE_EXAMPLES,
  EXPORT_EXAMPLES,
  IOT_EXAMPLES,
  LOSS_EXAMPLES,
  MODEL_EXAMPLES,
  NOTE_EXAMPLES,
  NOTIFICATION_EXAMPLES,
  PLATFORM_EXAMPLES,
  PUSH_EXAMPLES,
  WIDGET_EXAMPLES,
  REPORT_EXAMPLES,
  WORK_EXAMPLES,
  WORKFLOW_EXAMPLES,
].reduce((all, some) => all.include(some), new ExampleSet());
