export * from './1795564800000-first-schema';
