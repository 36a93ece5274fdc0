import { OutboundHttp } from '@app/outbound-http';
import type { PortChecks } from '@app/workflow-engine';
import { Injectable } from '@nestjs/common';
import { GatewayCatalogueService } from '../../building/points/gateway-catalogue.service';
import { WorkflowExportsService } from '../../reporting/exports/workflow-exports.service';
import { WorkflowCallsService } from '../executions/calls/workflow-calls.service';
import { ExecutionLights } from '../executions/ports/execution-lights';
import { ExecutionMail } from '../executions/ports/execution-mail';

/** The checks of the ports, for processes that save workflows and do not run them. */
@Injectable()
export class SavedPortChecks implements PortChecks {
  readonly points: PortChecks['points'];

  constructor(
    catalogue: GatewayCatalogueService,
    readonly http: OutboundHttp,
    readonly mail: ExecutionMail,
    readonly lights: ExecutionLights,
    readonly exports: WorkflowExportsService,
    readonly workflows: WorkflowCallsService,
  ) {
    this.points = { check: ({ code, value }) => catalogue.assertAccepts(code, value) };
  }
}
