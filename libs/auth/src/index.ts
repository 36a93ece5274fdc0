export * from './access-tokens';
export * from './account-loader';
export * from './access.module';
export type { RequestAccount } from './account.queries';

export * from './current-user.decorator';
export * from './guarded-request';
export * from './public-routes';
export * from './route-access';
export * from './route-inventory';
export * from './signed-tokens';
export * from './stream-tokens';
export * from './tokens.module';
