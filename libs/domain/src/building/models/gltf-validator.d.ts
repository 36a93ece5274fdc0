/** Types for the part of gltf-validator that is used here. The package has no types of its own. */
declare module 'gltf-validator' {
  export interface Message {
    code: string;
    message: string;
    /** 0 is an error; 1 to 3 are warnings, infos and hints. */
    severity: number;
    /** A JSON pointer, if the message is about a part of the JSON. */
    pointer?: string;
  }
  export interface Report {
    issues: { numErrors: number; messages: Message[]; truncated: boolean };
  }
  export interface Options {
    /** Detected if omitted. */
    format?: 'glb' | 'gltf';
    maxIssues?: number;
    ignoredIssues?: string[];
    writeTimestamp?: boolean;
  }
  export function validateBytes(data: Uint8Array, options?: Options): Promise<Report>;
}
