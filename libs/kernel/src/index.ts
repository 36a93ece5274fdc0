export * from './actor';
export * from './clock';
export * from './domain-error';
export * from './ids';
export * from './instant';
export * from './page';
export * from './request-scope';
export * from './roles';
