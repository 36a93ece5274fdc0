import { AuditService, GatewayCatalogueService, PointRevertsService, PointWritesService } from '@app/domain';
import { createGatewayClient, type GatewayClient } from '@app/gateway-client';
import {
  ExecutionPoints,
  ExecutionWriteRecords,
  IdempotencyService,
  PointWriter,
  WriteRecords,
} from '@app/domain/testing';
import { type Clock, SystemClock } from '@app/kernel';
import type { PointsPort } from '@app/workflow-engine';
import type { DataSource } from 'typeorm';
import { testEnvironment } from '../harness';
import type { ScriptedGateway } from './scripted-gateway';
import { soleGateways } from './sole-gateway';

/** Creates a client of the gateway, and the service with which a worker writes to points. */
export function aPointWriter(
  gateway: ScriptedGateway,
  dataSource: DataSource,
  limitMs: number,
): { client: GatewayClient; writer: PointWriter } {
  const clock = new SystemClock();
  const client = createGatewayClient(
    { url: gateway.url, ...gateway.credentials, callLimitMs: limitMs },
    dataSource,
    clock,
  );
  const environment = testEnvironment({ LIMIT_GATEWAY_CALL_MS: limitMs });
  const audit = new AuditService(dataSource, clock);
  const repeats = new IdempotencyService(dataSource, clock);
  const records = new WriteRecords(dataSource, repeats, audit, environment);
  const catalogue = new GatewayCatalogueService(dataSource, soleGateways(client), {} as never, clock);
  const ownRecords = new ExecutionWriteRecords(dataSource);
  return { client, writer: new PointWriter(client, records, ownRecords, catalogue, clock, environment) };
}

/** Creates the service with which a worker reverts temporary values. */
export function pointReverts(
  { client, writer }: { client: GatewayClient; writer: PointWriter },
  dataSource: DataSource,
  clock: Clock,
): PointRevertsService {
  const writes = new PointWritesService(dataSource, writer, client, clock);
  return new PointRevertsService(dataSource, client, writes, clock);
}

/** Creates the port through which workflow nodes write to points. */
export function pointPorts(gateway: ScriptedGateway, dataSource: DataSource, limitMs: number): PointsPort {
  const { client, writer } = aPointWriter(gateway, dataSource, limitMs);
  return new ExecutionPoints(client, writer, pointReverts({ client, writer }, dataSource, new SystemClock()));
}
