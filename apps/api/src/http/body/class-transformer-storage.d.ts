/** The package has no declaration for this module. `@nestjs/mapped-types` uses it, too. */
declare module 'class-transformer/cjs/storage' {
  export { defaultMetadataStorage } from 'class-transformer/types/storage';
}
