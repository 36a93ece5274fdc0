import { AuditService, LightingChangesService, LightingService, PointsService } from '@app/domain';
import {
  CommandRecorder,
  ExecutionLights,
  IdempotencyService,
  LightingRecords,
  LightingRepeats,
  LightWriter,
  OccurrencesService,
  ReportedValuesService,
  SceneLabelsService,
} from '@app/domain/testing';
import type { EventBus } from '@app/events';
import { SystemClock } from '@app/kernel';
import type { LightsPort } from '@app/workflow-engine';
import type { DataSource } from 'typeorm';
import { testEnvironment } from '../harness';
import type { TestBus } from './execution-workshop';
import { aPointWriter } from './point-ports';
import type { ScriptedGateway } from './scripted-gateway';

const unused = {} as never;

export interface LightServices {
  /** The port through which workflow nodes of the worker control lights. */
  lights: LightsPort;
  changes: LightingChangesService;
}

/** Creates the services with which a worker controls lights and follows their changes. */
export function lightServices(
  gateway: ScriptedGateway,
  dataSource: DataSource,
  bus: TestBus,
  limitMs: number,
): LightServices {
  const { client, writer } = aPointWriter(gateway, dataSource, limitMs);
  const clock = new SystemClock();
  const events = bus as unknown as EventBus;
  const labels = new SceneLabelsService(dataSource);
  const recorder = new CommandRecorder(
    new AuditService(dataSource, clock),
    new OccurrencesService(clock, events),
  );
  const values = new ReportedValuesService(new PointsService(dataSource, unused, unused), client);
  const environment = testEnvironment({ LIMIT_GATEWAY_CALL_MS: limitMs });
  const repeats = new LightingRepeats(new IdempotencyService(dataSource, clock), clock, environment);
  const lighting = new LightingService(
    new LightingRecords(dataSource, labels, recorder, repeats, values, clock),
    repeats,
    new LightWriter(writer, client),
    events,
    environment,
  );
  return {
    lights: new ExecutionLights(lighting),
    changes: new LightingChangesService(dataSource, events, labels, values, clock),
  };
}
