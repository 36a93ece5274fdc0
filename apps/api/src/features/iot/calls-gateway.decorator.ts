import { applyDecorators } from '@nestjs/common';
import {
  ApiBadGatewayResponse,
  ApiGatewayTimeoutResponse,
  ApiServiceUnavailableResponse,
} from '@nestjs/swagger';

/** Documents the errors of a route that calls the gateway. */
export function CallsGateway(): MethodDecorator {
  return applyDecorators(
    ApiBadGatewayResponse({ description: 'The gateway failed, or its answer is invalid.' }),
    ApiServiceUnavailableResponse({
      description:
        'The gateway failed repeatedly and is not called for a while (`gateway_unavailable`), or the database cannot be reached. Nothing was written. Try again after `Retry-After` seconds.',
    }),
    ApiGatewayTimeoutResponse({ description: 'The gateway did not answer in time.' }),
  );
}
