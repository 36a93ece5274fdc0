/** The work that generated a file. At most one file has the same origin. */
export interface FileOrigin {
  /** The feature, such as `reports`. At most 64 characters. */
  producer: string;
  /** The work, such as the id of a run. At most 128 characters. */
  producerKey: string;
}
