import type { AlertPortClear, AlertPortRaise } from '@app/workflow-engine';
import { rehearseNode, TRIAL_EXECUTION, tryNode } from '../../../test/factories/node-trial';
import { clearAlertNode } from './clear-alert.node';
import { createAlertNode } from './create-alert.node';
import { DRY_RUN_ID } from './record-id';

/** A fake of the port of alerts. The only alert that can be active has the id `active`. */
function theAlerts(active: number | null = null) {
  const calls: (AlertPortRaise | AlertPortClear)[] = [];
  const alerts = {
    raise(report: AlertPortRaise) {
      calls.push(report);
      return Promise.resolve({ alertId: active ?? 17, raised: active === null, occurrences: active ? 2 : 1 });
    },
    clear(report: AlertPortClear) {
      calls.push(report);
      return Promise.resolve(active);
    },
  };
  return { calls, ports: { alerts } };
}

describe('create_alert', () => {
  const config = { severity: 'major', title: 'CO2 is {{ triggerData.value }} ppm', pointCode: 'P1' };

  it('reports the resolved texts and the execution, and returns the alert', async () => {
    const { calls, ports } = theAlerts();
    const { outcome, logs } = await tryNode(createAlertNode, config, { ports, triggerData: { value: 1300 } });
    expect(outcome).toEqual({ kind: 'done', output: { alertId: 17, raised: true, occurrences: 1 } });
    expect(calls).toEqual([
      {
        ...config,
        type: 'workflow',
        title: 'CO2 is 1300 ppm',
        execution: TRIAL_EXECUTION,
        stepKey: 'execution-1/node-1',
      },
    ]);
    expect(logs).toEqual(['Raised alert 17.']);
  });

  it('logs that a report repeats an earlier report', async () => {
    const { outcome, logs } = await tryNode(createAlertNode, config, theAlerts(4));
    expect(outcome).toEqual({ kind: 'done', output: { alertId: 4, raised: false, occurrences: 2 } });
    expect(logs).toEqual(['Counted a repeat of alert 4.']);
  });

  it('raises nothing in a dry run', async () => {
    const { output, logs } = await rehearseNode(createAlertNode, { severity: 'minor', title: 'Leak' });
    expect(output).toEqual({ alertId: DRY_RUN_ID, raised: true, occurrences: 1 });
    expect(logs).toEqual(['Would have raised the minor alert "Leak".']);
  });
});

describe('clear_alert', () => {
  it('clears an alert by id', async () => {
    const { calls, ports } = theAlerts(4);
    const { outcome } = await tryNode(clearAlertNode, { alertId: 4, note: 'Over' }, { ports });
    expect(outcome).toEqual({ kind: 'done', output: { cleared: true, alertId: 4 } });
    expect(calls).toEqual([{ alertId: 4, type: 'workflow', note: 'Over', execution: TRIAL_EXECUTION }]);
  });

  it('does nothing without an active alert', async () => {
    const { outcome, logs } = await tryNode(clearAlertNode, { originator: 'AHU1' }, theAlerts());
    expect(outcome).toEqual({ kind: 'done', output: { cleared: false, alertId: null } });
    expect(logs).toEqual(['There was no active alert.']);
  });

  it('clears nothing in a dry run', async () => {
    const { output, logs } = await rehearseNode(clearAlertNode, { alertId: 4 });
    expect(output).toEqual({ cleared: true, alertId: 4 });
    expect(logs).toEqual(['Would have cleared the alert 4.']);
  });
});
