import { ALERT_SEVERITIES } from '@app/kernel';
import { Type } from '@sinclair/typebox';
import { defineNode } from '@app/workflow-engine';
import { AlertIdentity } from './alert-identity';
import { describeData } from './describe-data';
import { oneOf } from './one-of';
import { DRY_RUN_ID, recordReference } from './record-id';

const Config = Type.Object({
  ...AlertIdentity,
  severity: oneOf(ALERT_SEVERITIES, {
    title: 'Severity',
    description: 'Severity of the alert.',
    examples: ['major'],
  }),
  title: Type.String({
    title: 'Title',
    description: 'Short text. It is cut after 255 characters.',
    minLength: 1,
    maxLength: 2000,
    examples: ['CO2 is {{ triggerData.value }} ppm'],
  }),
  message: Type.Optional(
    Type.String({
      title: 'Message',
      description: 'Longer text. It is cut after 2000 characters.',
      maxLength: 10_000,
      examples: ['The ventilation did not start.'],
    }),
  ),
  areaId: Type.Optional(
    recordReference('area', {
      title: 'Area',
      description: 'Id of the area. Default: the area of the meter that reads the point.',
      examples: [2],
    }),
  ),
  value: Type.Optional(
    Type.Union([Type.Number(), Type.Boolean(), Type.String()], {
      title: 'Value',
      description: 'The value that caused the alert.',
      examples: ['{{ triggerData.value }}'],
    }),
  ),
  threshold: Type.Optional(
    Type.Number({
      title: 'Threshold',
      description: 'The threshold that the value crossed.',
      examples: [1200],
    }),
  ),
});

/** Reports the alert once per run of the node, even if a worker dies meanwhile and another worker repeats the run. */
export const createAlertNode = defineNode({
  type: 'create_alert',
  name: 'Create alert',
  description:
    'Raises an alert. If an alert with the same type and originator is active, the report counts as a repeat of it ' +
    'and replaces its texts. After a crash the report does not count twice.',
  category: 'action',
  config: Config,
  outputs: describeData(
    Type.Object({
      alertId: Type.Integer({ description: 'Id of the alert.' }),
      raised: Type.Boolean({
        description: 'True if the alert is new. False if the same alert was already active.',
      }),
      occurrences: Type.Integer({ description: 'How often the problem was reported.' }),
    }),
  ),
  needs: ['alerts'],
  acts: true,
  rehearse({ severity, title }, log) {
    log(`Would have raised the ${severity} alert "${title}".`);
    return { alertId: DRY_RUN_ID, raised: true, occurrences: 1 };
  },
  async run(step) {
    const { config, execution, signal, ports } = step;
    signal.throwIfAborted();
    const output = await ports.alerts.raise({ ...config, execution, stepKey: step.idempotencyKey });
    step.log(
      output.raised ? `Raised alert ${output.alertId}.` : `Counted a repeat of alert ${output.alertId}.`,
    );
    return { kind: 'done', output: { ...output } };
  },
});
