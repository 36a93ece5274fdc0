interface Finding {
  instancePath: string;
  message?: string;
}

/** A route's answer is not what its schema says: a fault of ours. Its message shows where, never the values. */
export class ResponseMismatch extends Error {
  constructor(findings: readonly Finding[]) {
    const faults = findings.map(
      ({ instancePath, message = 'does not fit' }) => `${instancePath || '/'} ${message}`,
    );
    super(`The response does not fit its schema: ${faults.join('; ')}`);
    this.name = 'ResponseMismatch';
  }
}
