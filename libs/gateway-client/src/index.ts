export * from './create-gateway-client';
export * from './gateway-breaker';
export * from './gateway-client';
export { isAnswerTooLarge, RELEASE_UNSUPPORTED } from './gateway-errors';
export * from './gateway-client.module';
export * from './gateway-shapes';
export * from './gateway-state';
export * from './gateway-stream';
export * from './gateways';
