export * from './guarded-agent';
export * from './operator-http';
export * from './outbound-http';
export * from './outbound-http.module';
export * from './outbound-request';
