import { CurrentUser, Roles } from '@app/auth';
import { GatewaysService } from '@app/domain';
import { Actor, mapPage, type Page } from '@app/kernel';
import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Req } from '@nestjs/common';
import { ApiConflictResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { BodyLimit } from '../../http/body/body-limit.decorator';
import { beyondDeadline } from '../../http/body/request-deadline';
import { PageQuery } from '../../http/fields/page.dto';
import { IdParam } from '../../http/fields/path-ids.decorator';
import { CallsGateway } from '../iot/calls-gateway.decorator';
import { Created, Paged } from '../../http/reference/responses.decorator';
import { SUCCESS, SuccessDto } from '../../http/responses/success.dto';
import {
  GatewayChangesDto,
  GatewayConfigurationChangeDto,
  GatewayConfigurationDto,
  GatewayDeviceDto,
  GatewayDto,
  GatewayInputDto,
  GatewayTrialDto,
  GatewayTrialInputDto,
  toGatewayDto,
} from './gateways.dto';

/** An answer of a gateway may have 2 MiB, so that a configuration can be read again. */
const LARGEST_CONFIGURATION_BYTES = 2_000_000;
const NOT_CONFIGURABLE =
  'The gateway cannot be configured from here (`configuration_unsupported`), or it is switched off (`gateway_disabled`).';

@ApiTags('Gateways')
@Controller('gateways')
export class GatewaysController {
  constructor(private readonly gateways: GatewaysService) {}

  /** List the gateways. The first is the one that the environment configures. Passwords are masked. */
  @Get()
  @Roles('admin')
  @Paged(GatewayDto)
  async list(@Query() query: PageQuery): Promise<Page<GatewayDto>> {
    return mapPage(await this.gateways.list(query), toGatewayDto);
  }

  /**
   * Create a gateway. Its points can be imported at once; their codes are the prefix and the gateway's own codes. No
   * other prefix may begin with the prefix or the other way round, and no point of the first gateway may have such a
   * code; otherwise, the code of the error is `gateway_prefix_taken`. There are at most 50 gateways beside the first.
   */
  @Post()
  @Roles('admin')
  @Created()
  async create(@CurrentUser() actor: Actor, @Body() gateway: GatewayInputDto): Promise<GatewayDto> {
    return toGatewayDto(await this.gateways.create(actor, gateway));
  }

  /** Get a gateway. Its password is masked. */
  @Get(':id')
  @Roles('admin')
  async find(@IdParam() id: number): Promise<GatewayDto> {
    return toGatewayDto(await this.gateways.find(id));
  }

  /** List the devices that a gateway reads, with their states. */
  @Get(':id/devices')
  @Roles('admin')
  @CallsGateway()
  @ApiConflictResponse({
    description:
      'The gateway does not list its devices (`devices_unsupported`), or it is switched off (`gateway_disabled`).',
  })
  @Paged(GatewayDeviceDto)
  devices(@IdParam() id: number, @Query() query: PageQuery): Promise<Page<GatewayDeviceDto>> {
    return this.gateways.devices(id, query);
  }

  /**
   * Get how a gateway reaches its devices. The bridge and other gateways that can be configured have such a
   * configuration; see the guide of the bridge for its fields.
   */
  @Get(':id/configuration')
  @Roles('admin')
  @CallsGateway()
  @ApiConflictResponse({ description: NOT_CONFIGURABLE })
  configuration(@IdParam() id: number): Promise<GatewayConfigurationDto> {
    return this.gateways.configuration(id);
  }

  /**
   * Change the connections of a gateway. The new ones replace all others. The gateway changes nothing if one of them is
   * wrong. A bridge then connects to all of its devices again. A file with a password can only be named on its own machine,
   * so no request names another file, or another address for the password.
   */
  @Put(':id/configuration')
  @Roles('admin')
  @CallsGateway()
  @BodyLimit(() => LARGEST_CONFIGURATION_BYTES)
  @ApiConflictResponse({
    description: `${NOT_CONFIGURABLE} \`configuration_refused\`: \`version\` is not the current one, or the gateway cannot store the configuration.`,
  })
  configure(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() change: GatewayConfigurationChangeDto,
  ): Promise<GatewayConfigurationDto> {
    return this.gateways.configure(actor, id, change);
  }

  /**
   * Check a connection or search its devices. The connection need not be stored. The gateway reads its devices once, or
   * searches devices that it does not have. This takes up to a minute. Many devices accept only one connection, so the
   * bridge pauses a Modbus connection with the same host and port: its polls wait, and its writes are refused.
   */
  @Post(':id/configuration/trial')
  @HttpCode(200)
  @Roles('admin')
  @CallsGateway()
  @BodyLimit(() => LARGEST_CONFIGURATION_BYTES)
  @ApiConflictResponse({
    description: `${NOT_CONFIGURABLE} \`configuration_refused\`: another connection is being tried, or the connections were changed during the trial.`,
  })
  tryConnection(
    @IdParam() id: number,
    @Body() { connection, search = false }: GatewayTrialInputDto,
    @Req() request: Request,
  ): Promise<GatewayTrialDto> {
    return beyondDeadline(request, () => this.gateways.tryConnection(id, { connection, search }));
  }

  /**
   * Update a gateway. Only fields in the body change. If `url` changes, the password is required, so that it is not sent
   * to another address by mistake. The first gateway is configured by the environment: `gateway_of_environment`.
   */
  @Put(':id')
  @Roles('admin')
  async change(
    @CurrentUser() actor: Actor,
    @IdParam() id: number,
    @Body() changes: GatewayChangesDto,
  ): Promise<GatewayDto> {
    return toGatewayDto(await this.gateways.change(actor, id, changes));
  }

  /** Delete a gateway. Its points, their readings and its alerts stay; a later gateway with its prefix continues them. */
  @Delete(':id')
  @Roles('admin')
  async remove(@CurrentUser() actor: Actor, @IdParam() id: number): Promise<SuccessDto> {
    await this.gateways.remove(actor, id);
    return SUCCESS;
  }
}
