export * from './mask-secrets';
export * from './one-time-address';
export * from './restore-secrets';
export * from './secret-mask';
export * from './secret-names';
export * from './secret-values';
export { maskSecretsInText } from './secrets-in-text';
export * from './webhook-secret';
export * from './webhook-signature';
