import { type DynamicModule, Module } from '@nestjs/common';
import { Environment } from './environment';

/** Makes the validated environment injectable everywhere as `Environment`. */
@Module({})
export class ConfigModule {
  static forRoot(environment: Environment): DynamicModule {
    return {
      module: ConfigModule,
      global: true,
      providers: [{ provide: Environment, useValue: environment }],
      exports: [Environment],
    };
  }
}
