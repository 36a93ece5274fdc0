import { Body, Controller, Get, Put, Res } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsString } from 'class-validator';
import type { Response } from 'express';
import { type ConfigurationContent, StoredConfiguration } from './stored-configuration';

class ConfigurationDto implements ConfigurationContent {
  @IsString() version: string;
  /** They are checked like those of the file. */
  @IsArray() @ArrayMaxSize(1000) connections: unknown[];
}

@Controller('configuration')
export class ConfigurationController {
  constructor(private readonly configuration: StoredConfiguration) {}

  @Get()
  read(): Promise<object> {
    return this.configuration.read();
  }

  @Put()
  async replace(
    @Body() content: ConfigurationDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<object> {
    await this.configuration.replace(content);
    // The restart closes all connections, so it waits for the answer.
    response.once('close', this.configuration.restart);
    return this.configuration.read();
  }
}
