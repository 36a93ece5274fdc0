/** Types for the part of s3rver that the tests use. The package has no types. */
declare module 's3rver' {
  import type { RequestListener } from 'node:http';

  export default class S3rver {
    constructor(options: { directory: string; silent: boolean; configureBuckets: { name: string }[] });
    configureBuckets(): Promise<unknown>;
    callback(): RequestListener;
    readonly store: { getResourcePath(bucket: string, key: undefined, resource: string): string };
  }
}
