import { GatewayClient } from '@app/gateway-client';
import { Mailer } from '@app/mail';
import { OutboundHttp } from '@app/outbound-http';
import {
  type HttpPort,
  NodeFault,
  type Json,
  type MailPort,
  type NodePorts,
  type PointReading,
  type PointsPort,
  type SqlPort,
} from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';

/** What nodes reach of the world. */
@Injectable()
export class ExecutionPorts implements NodePorts {
  readonly http: HttpPort;
  readonly mail: MailPort;
  readonly sql: SqlPort;
  readonly points: PointsPort;

  constructor(http: OutboundHttp, mailer: Mailer, gateway: GatewayClient) {
    this.http = http;
    const message = 'Workflows cannot ask the database yet.';
    this.sql = { run: () => Promise.reject(new NodeFault('database_off', message)) };
    this.mail = mailer;
    this.points = {
      write: async (code, value) => {
        await gateway.set(code, value);
      },
      read: (code) => readPoint(gateway, code),
    };
  }
}

async function readPoint(gateway: GatewayClient, code: string): Promise<PointReading> {
  const [found] = await gateway.values([code]);
  if (!found) throw new Error('The gateway client answers for each code.');
  // What came over the wire as JSON.
  return { value: found.value as Json, quality: found.quality, timestamp: found.timestamp };
}
