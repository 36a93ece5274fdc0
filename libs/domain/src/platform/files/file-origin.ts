/** The work that generated a file. Each origin has at most one file. */
export interface FileOrigin {
  /** The feature, such as `reports`. At most 64 characters. */
  producer: string;
  /** The work, such as the id of a run. At most 128 characters. */
  producerKey: string;
}
