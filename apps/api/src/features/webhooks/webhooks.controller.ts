import { Public } from '@app/auth';
import { WebhooksService } from '@app/domain';
import { Controller, Param, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { ChangesNothing } from '../../http/changes-nothing.decorator';
import { ReadsOwnBody } from '../../http/reads-own-body.decorator';
import { Accepted } from '../../http/responses.decorator';
import { DescribesDelivery } from './describes-delivery.decorator';
import { WebhookDeliveries } from './webhook-deliveries';
import { type DeliveryDto, toDeliveryDto } from './webhooks.dto';

@ApiTags('Webhooks')
@Controller('webhook')
export class WebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  /** Sets the workflow going whose webhook is at this address. What is sent becomes its `triggerData`. */
  @Post(':slug')
  @Public()
  @Accepted()
  @ChangesNothing()
  @ReadsOwnBody()
  @DescribesDelivery()
  async deliver(@Param('slug') slug: string, @Req() request: Request): Promise<DeliveryDto> {
    return toDeliveryDto(await this.webhooks.deliverTo(slug, this.deliveries.of(request)));
  }

  /**
   * Sets the workflow going whose webhook has this id. The id is given as the header `X-Webhook-Id`, or in the body as
   * `webhookId`. What is sent becomes its `triggerData`.
   */
  @Post()
  @Public()
  @Accepted()
  @ChangesNothing()
  @ReadsOwnBody()
  @DescribesDelivery({ name: 'X-Webhook-Id', description: 'Which webhook, where the body does not say it.' })
  async deliverById(@Req() request: Request): Promise<DeliveryDto> {
    return toDeliveryDto(await this.webhooks.deliverById(this.deliveries.of(request)));
  }
}
