import { GatewayClient } from '@app/gateway-client';
import { DomainError } from '@app/kernel';
import { Mailer } from '@app/mail';
import { OutboundHttp } from '@app/outbound-http';
import { RestrictedSql } from '@app/restricted-sql';
import type {
  HttpPort,
  Json,
  MailPort,
  NodePorts,
  PointReading,
  PointsPort,
  SqlPort,
} from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';

/** What nodes reach of the world. */
@Injectable()
export class ExecutionPorts implements NodePorts {
  readonly http: HttpPort;
  readonly mail: MailPort;
  readonly sql: SqlPort;
  readonly points: PointsPort;

  constructor(http: OutboundHttp, sql: RestrictedSql, mailer: Mailer, gateway: GatewayClient) {
    this.http = http;
    this.sql = sql;
    this.mail = mailer;
    this.points = {
      write: async (code, value) => {
        const { success } = await gateway.set(code, value);
        if (!success) throw notWritten(code);
      },
      read: (code) => readPoint(gateway, code),
    };
  }
}

function notWritten(code: string): DomainError {
  return new DomainError('upstream_failed', 'not_written', `The gateway did not write to ${code}.`);
}

async function readPoint(gateway: GatewayClient, code: string): Promise<PointReading> {
  const [found] = await gateway.values([code]);
  if (!found) throw new Error('The gateway client answers for each code.');
  // What came over the wire as JSON.
  return { value: found.value as Json, quality: found.quality, timestamp: found.timestamp };
}
