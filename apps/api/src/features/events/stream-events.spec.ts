import {
  type AlertChangeFact,
  alertsChanged,
  backupChanged,
  type EventDefinition,
  energyUpdated,
  executionProgressed,
  executionStatusChanged,
  pointValuesChanged,
  readingImportChanged,
  reportRunChanged,
} from '@app/contracts';
import { FixedClock } from '@app/kernel';
import { STREAM_EVENTS } from './stream-events';
import type { StreamFrame } from './stream-frame';

const NOW = '2026-03-01T10:00:00.000Z';

/** Publishes `payload` on a bus. Returns the stream events for a client that wants the types `wanted`. */
function framesOf<Payload extends object>(
  event: EventDefinition<Payload>,
  payload: Payload,
  wanted: (type: string) => boolean = () => true,
): StreamFrame[] {
  const handlers: [string, (payload: never) => void][] = [];
  const frames: StreamFrame[] = [];
  const bus = {
    subscribe: ({ name }: { name: string }, handler: (payload: never) => void) => {
      handlers.push([name, handler]);
      return () => undefined;
    },
  };
  const sink = { wants: wanted, publish: (published: readonly StreamFrame[]) => frames.push(...published) };
  for (const streamEvent of STREAM_EVENTS) streamEvent.follow(bus, new FixedClock(Date.parse(NOW)), sink);
  for (const [name, handler] of handlers) if (name === event.name) handler(payload as never);
  return frames;
}

function textOf({ bytes }: StreamFrame): string {
  return bytes.toString();
}

/** Publishes changes of executions. Returns the statuses that clients receive. */
function statuses(changes: [id: string, status: 'running' | 'success' | 'failed', isWanted?: boolean][]) {
  return changes.flatMap(([executionId, status, isWanted = true]) => {
    const change = { workflowId: 'w', executionId, status };
    return framesOf(executionStatusChanged, change, () => isWanted).map((frame) =>
      /"status":"(\w+)"/.exec(textOf(frame))?.at(1),
    );
  });
}

describe('STREAM_EVENTS', () => {
  const values = ['A', 'B'].map((code) => ({
    code,
    value: 1.5,
    quality: 'good' as const,
    timestamp: '2026-03-01T09:59:58.000Z',
  }));

  it('lists each type once', () => {
    const types = STREAM_EVENTS.map(({ type }) => type);

    expect(new Set(types).size).toBe(types.length);
  });

  it('sends work in the background to roles that may read it, and measurements to everyone', () => {
    expect(Object.fromEntries(STREAM_EVENTS.map(({ type, lowestRole }) => [type, lowestRole]))).toEqual({
      'iot:value:change': 'viewer',
      'iot:alarm:trigger': 'viewer',
      'iot:alarm:clear': 'viewer',
      alert_update: 'viewer',
      backup_update: 'admin',
      energy_update: 'viewer',
      export_update: 'operator',
      fault_update: 'viewer',
      import_update: 'engineer',
      lighting_update: 'viewer',
      maintenance_update: 'viewer',
      report_update: 'viewer',
      widget_delete: 'viewer',
      widget_update: 'viewer',
      'workflow:execution:progress': 'operator',
      'workflow:execution:status': 'operator',
    });
  });

  it('never sends that an execution runs after its end, even if a client has connected in between', () => {
    expect(
      statuses([
        ['e1', 'running'],
        ['e1', 'running'],
        ['e1', 'success'],
      ]),
    ).toEqual(['running', 'running', 'success']);
    expect(
      statuses([
        ['e2', 'success'],
        ['e2', 'running'],
      ]),
    ).toEqual(['success']);
    expect(
      statuses([
        ['e3', 'failed', false],
        ['e3', 'running'],
      ]),
    ).toEqual([]);
  });

  it('creates one event per changed value, and each event replaces the previous event of its point', () => {
    const frames = framesOf(pointValuesChanged, { values });

    expect(frames.map(({ type, key, delivery }) => [type, key, delivery])).toEqual([
      ['iot:value:change', 'point:A', 'latest'],
      ['iot:value:change', 'point:B', 'latest'],
    ]);
    expect(frames.map(textOf)[0]).toBe(
      'event: iot:value:change\n' +
        `data: {"type":"iot:value:change","kind":"point","sentAt":"${NOW}","code":"A","value":1.5,` +
        '"quality":"good","timestamp":"2026-03-01T09:59:58.000Z"}\n\n',
    );
  });

  it('creates one event with all areas after an energy update', () => {
    const areas = [
      {
        id: 1,
        parentId: null,
        name: 'Haus Süd',
        currentPower: 12.5,
        energyToday: null,
        energyMonth: 800,
        status: 'normal' as const,
        lastReadingAt: NOW,
      },
    ];

    const frames = framesOf(energyUpdated, { areas });

    expect(frames.map(textOf)).toEqual([
      'event: energy_update\n' +
        `data: ${JSON.stringify({ type: 'energy_update', kind: 'energy', timestamp: NOW, areas })}\n\n`,
    ]);
  });

  it('sends every change of an execution in order and conflates no changes', () => {
    const change = { workflowId: 'w', executionId: 'e', status: 'success' as const };

    const frames = framesOf(executionStatusChanged, change);

    expect(frames.map(({ type, key, delivery }) => [type, key, delivery])).toEqual([
      ['workflow:execution:status', 'execution:e', 'kept'],
    ]);
    expect(frames.map(textOf)).toEqual([
      'event: workflow:execution:status\n' +
        `data: {"type":"workflow:execution:status","kind":"workflow","timestamp":"${NOW}",` +
        '"workflowId":"w","executionId":"e","status":"success"}\n\n',
    ]);
  });

  it('sends only the newest progress of an execution to a client that is behind, beside its kept changes', () => {
    const [frame] = framesOf(executionProgressed, { workflowId: 'w', executionId: 'e' });

    expect(frame).toMatchObject({
      type: 'workflow:execution:progress',
      key: 'progress:e',
      delivery: 'latest',
    });
  });

  it.each([
    [
      'backup',
      framesOf(backupChanged, { backupId: 'b', status: 'running', progress: 0.5 }),
      { type: 'backup_update', key: 'backup:b', data: '"backupId":"b","status":"running","progress":0.5' },
    ],
    [
      'import of readings',
      framesOf(readingImportChanged, { importId: 4, status: 'done', progress: 1 }),
      { type: 'import_update', key: 'import:4', data: '"importId":4,"status":"done","progress":1' },
    ],
    [
      'run of a report',
      framesOf(reportRunChanged, { runId: 'r', planId: 2, status: 'sending', progress: 1 }),
      {
        type: 'report_update',
        key: 'report:r',
        data: '"runId":"r","planId":2,"status":"sending","progress":1',
      },
    ],
  ])('sends only the newest state of a %s to a client that is behind', (_, frames, { type, key, data }) => {
    expect(frames.map((frame) => [frame.type, frame.key, frame.delivery])).toEqual([[type, key, 'latest']]);
    expect(frames.map(textOf)[0]).toContain(`"timestamp":"${NOW}",${data}}`);
  });

  it('encodes only events that a client wants', () => {
    expect(framesOf(pointValuesChanged, { values }, (type) => type === 'energy_update')).toEqual([]);
  });

  const fact: AlertChangeFact = {
    alertId: 7,
    change: 'raised',
    code: 'P1',
    severity: 'major',
    title: 'Too warm',
    message: 'Above 28 °C',
    messageText: null,
    status: 'active',
    acknowledged: false,
    shelvedUntil: null,
    occurrences: 1,
  };

  it.each([
    ['a raised alert as an alarm', fact, ['iot:alarm:trigger', 'alert_update']],
    ['a raised but shelved alert as an update only', { ...fact, shelvedUntil: NOW }, ['alert_update']],
    [
      'a cleared alert as the end of an alarm',
      { ...fact, change: 'cleared' },
      ['iot:alarm:clear', 'alert_update'],
    ],
    ['a repeated report as an update only', { ...fact, change: 'repeated' }, ['alert_update']],
  ] as [string, AlertChangeFact, string[]][])('sends %s', (_, change, types) => {
    expect(framesOf(alertsChanged, { changes: [change] }).map(({ type }) => type)).toEqual(types);
  });

  it('sends the message of an alarm with its alert, point and severity', () => {
    const [frame] = framesOf(alertsChanged, { changes: [fact] });
    const data = { alertId: 7, code: 'P1', severity: 'major', message: 'Above 28 °C', messageText: null };
    const event = { type: 'iot:alarm:trigger', kind: 'alert', timestamp: NOW, ...data };
    expect(frame && textOf(frame)).toContain(`data: ${JSON.stringify(event)}`);
  });
});
