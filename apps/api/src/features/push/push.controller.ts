import { CurrentUser, Roles } from '@app/auth';
import { PushDevicesService } from '@app/domain';
import type { PushDeviceEntity } from '@app/entities';
import { Actor } from '@app/kernel';
import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import { PushDeviceDto, PushDto, PushSubscriptionDto } from './push.dto';

@ApiTags('Notifications')
@Controller('push')
export class PushController {
  constructor(private readonly push: PushDevicesService) {}

  /** Get the caller's devices, and the key for subscriptions. */
  @Get()
  @Roles('viewer')
  async read(@CurrentUser() actor: Actor): Promise<PushDto> {
    const devices = await this.push.list(actor);
    return { publicKey: this.push.publicKey, devices: devices.map(toPushDeviceDto) };
  }

  /**
   * Send alerts to a browser. Notification rules with a channel of the kind `push` say which. A device belongs to the
   * user who sent it last. A user has at most 20 devices: a further one replaces the oldest.
   */
  @Put('devices')
  @Roles('viewer')
  async save(@CurrentUser() actor: Actor, @Body() subscription: PushSubscriptionDto): Promise<PushDeviceDto> {
    return toPushDeviceDto(await this.push.save(actor, subscription));
  }

  /** Delete one of the caller's devices. */
  @Delete('devices/:id')
  @Roles('viewer')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.push.remove(actor, id);
    return SUCCESS;
  }
}

function toPushDeviceDto({ id, endpoint, createdAt }: PushDeviceEntity): PushDeviceDto {
  return { id, endpoint, createdAt };
}
