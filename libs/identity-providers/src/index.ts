export * from './identity-provider';
export * from './identity-providers';
export * from './identity-providers.module';
export { signInRefused } from './provider-errors';
export type { ProviderIdentity } from './provider-identity';
