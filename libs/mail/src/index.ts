export * from './is-mail-address.decorator';
export * from './mail-address';
export * from './mail-dispatch';
export * from './mail-settings';
export * from './mail-templates';
export * from './mail-providers';
export * from './mailer';
