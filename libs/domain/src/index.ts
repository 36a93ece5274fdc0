export * from './accounts/account';
export * from './accounts/accounts.module';
export * from './accounts/accounts.service';
export * from './accounts/administrator.service';
export * from './accounts/sessions.service';
export * from './platform/platform.module';
export * from './platform/platform.service';
