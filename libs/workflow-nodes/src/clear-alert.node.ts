import { Type } from '@sinclair/typebox';
import { defineNode } from '@app/workflow-engine';
import { AlertIdentity } from './alert-identity';
import { describeData } from './describe-data';
import { recordId } from './record-id';

const Config = Type.Object({
  alertId: Type.Optional(
    recordId({
      title: 'Alert',
      description:
        'Id of an alert from any source. Without an id, type and originator select an alert ' +
        'that a workflow has raised.',
      examples: ['{{ triggerData.alert.id }}'],
    }),
  ),
  ...AlertIdentity,
  note: Type.Optional(
    Type.String({
      title: 'Note',
      description: "Text for the alert's history. Text above 1000 characters is cut.",
      maxLength: 5000,
      examples: ['CO2 is back to {{ triggerData.value }} ppm'],
    }),
  ),
});

/** A repeated run finds no active alert and does nothing. */
export const clearAlertNode = defineNode({
  type: 'clear_alert',
  name: 'Clear alert',
  description:
    'Clears an active alert. If there is no such alert, nothing happens and `cleared` is false. A second run does nothing.',
  category: 'action',
  config: Config,
  outputs: describeData(
    Type.Object({
      cleared: Type.Boolean({ description: 'Whether an alert was cleared.' }),
      alertId: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Id of the cleared alert; null if none was cleared.',
      }),
    }),
  ),
  needs: ['alerts'],
  acts: true,
  rehearse({ alertId, originator, pointCode }, log) {
    log(`Would have cleared the alert ${alertId ?? originator ?? pointCode ?? 'of this workflow'}.`);
    return { cleared: true, alertId: alertId ?? null };
  },
  async run(step) {
    const { config, execution, signal, ports } = step;
    signal.throwIfAborted();
    const alertId = await ports.alerts.clear({ ...config, execution });
    step.log(alertId === null ? 'There was no active alert.' : `Cleared alert ${alertId}.`);
    return { kind: 'done', output: { cleared: alertId !== null, alertId } };
  },
});
