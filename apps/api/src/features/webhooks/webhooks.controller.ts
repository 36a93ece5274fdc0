import { Public } from '@app/auth';
import { WebhooksService } from '@app/domain';
import { Controller, Param, Post, Req, UseInterceptors } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { ReadsOwnBody } from '../../http/body/reads-own-body.decorator';
import { Accepted } from '../../http/reference/responses.decorator';
import { DescribesDelivery } from './describes-delivery.decorator';
import { WebhookDeliveries } from './webhook-deliveries';
import { WorkflowAnswerInterceptor } from './workflow-answer.interceptor';
import type { DeliveryDto } from './webhooks.dto';

@ApiTags('Webhooks')
@Controller('webhook')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  /**
   * Start a workflow by its webhook address. The body becomes the `triggerData` of the execution. If the workflow has a
   * `respond` node that runs within 30 seconds, the answer of this node is sent instead of the 202. The node chooses
   * the status.
   */
  @Post(':slug')
  @Public()
  @Accepted()
  @ReadsOwnBody()
  @UseInterceptors(WorkflowAnswerInterceptor)
  @DescribesDelivery()
  @ApiParam({
    name: 'slug',
    description: 'Address of the webhook: `webhookSlug` of the workflow.',
    schema: { type: 'string' },
  })
  async deliver(@Param('slug') slug: string, @Req() request: Request): Promise<DeliveryDto> {
    return this.webhooks.deliverTo(slug, this.deliveries.of(request));
  }

  /**
   * Start a workflow by its webhook id. Send the id in the header `X-Webhook-Id`, or as `webhookId` in the body. The
   * body becomes the `triggerData` of the execution.
   */
  @Post()
  @Public()
  @Accepted()
  @ReadsOwnBody()
  @UseInterceptors(WorkflowAnswerInterceptor)
  @DescribesDelivery({
    name: 'X-Webhook-Id',
    description: 'Id of the webhook. Required if the body does not contain `webhookId`.',
  })
  async deliverById(@Req() request: Request): Promise<DeliveryDto> {
    return this.webhooks.deliverById(this.deliveries.of(request));
  }
}
