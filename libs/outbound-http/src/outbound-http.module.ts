import { Environment } from '@app/config';
import { Module } from '@nestjs/common';
import { OutboundHttp, PublicHttp } from './outbound-http';

/** Provides `OutboundHttp` and `PublicHttp` with the limits of the environment. Requires `EnvironmentModule`. */
@Module({
  providers: [
    {
      provide: OutboundHttp,
      inject: [Environment],
      useFactory: (environment: Environment) =>
        new OutboundHttp({
          allowlist: environment.WORKFLOW_HTTP_ALLOWLIST,
          maxMs: environment.LIMIT_HTTP_NODE_MS,
          maxBytes: environment.LIMIT_HTTP_NODE_BYTES,
        }),
    },
    {
      provide: PublicHttp,
      inject: [Environment],
      useFactory: (environment: Environment) =>
        new PublicHttp({
          allowlist: [],
          maxMs: environment.LIMIT_HTTP_NODE_MS,
          maxBytes: environment.LIMIT_HTTP_NODE_BYTES,
        }),
    },
  ],
  exports: [OutboundHttp, PublicHttp],
})
export class OutboundHttpModule {}
