import { Body, Controller, Get, HttpCode, Post, Put } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsBoolean, IsObject, IsString } from 'class-validator';
import { type ConfigurationContent, StoredConfiguration } from './stored-configuration';

class ConfigurationDto implements ConfigurationContent {
  @IsString() version: string;
  /** They are checked like those of the file. */
  @IsArray() @ArrayMaxSize(1000) connections: unknown[];
}

class TrialDto {
  @IsObject() connection: object;
  /** Searches devices that the connection does not have, instead of reading its own. */
  @IsBoolean() search = false;
}

@Controller('configuration')
export class ConfigurationController {
  constructor(private readonly configuration: StoredConfiguration) {}

  @Get()
  read(): Promise<object> {
    return this.configuration.read();
  }

  @Put()
  async replace(@Body() content: ConfigurationDto): Promise<object> {
    await this.configuration.replace(content);
    return this.configuration.read();
  }

  @Post('trial')
  @HttpCode(200)
  try(@Body() { connection, search }: TrialDto): Promise<object> {
    return this.configuration.try(connection, search);
  }
}
