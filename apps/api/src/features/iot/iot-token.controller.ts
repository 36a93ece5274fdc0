import { CurrentUser, IotTokens, Roles, tokenHolderOf } from '@app/auth';
import { Gateways } from '@app/gateway-client';
import { Actor } from '@app/kernel';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CallsGateway } from './calls-gateway.decorator';
import { IotTokenDto, IotTokenRequestDto } from './iot-token.dto';

@ApiTags('IoT proxy')
@Controller('iot/token')
export class IotTokenController {
  constructor(
    private readonly tokens: IotTokens,
    private readonly gateways: Gateways,
  ) {}

  /**
   * Get a token for the IoT proxy. It never contains credentials of the gateway. An access token or an API key is
   * required.
   */
  @Get()
  @Roles('admin')
  find(@CurrentUser() actor: Actor): IotTokenDto {
    return this.tokens.sign(tokenHolderOf(actor));
  }

  /**
   * Create a token for the IoT proxy. With `forceRefresh`, this service first refreshes its own tokens for the gateways.
   */
  @Post()
  @Roles('admin')
  @CallsGateway()
  async create(
    @CurrentUser() actor: Actor,
    @Body() { forceRefresh = false }: IotTokenRequestDto,
  ): Promise<IotTokenDto> {
    if (forceRefresh) await this.gateways.renewTokens();
    return this.tokens.sign(tokenHolderOf(actor));
  }
}
