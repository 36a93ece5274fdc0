interface Finding {
  instancePath: string;
  message?: string;
}

/**
 * The answer of a route does not match its schema, which is a defect of this service. The message names the field, but
 * never its value.
 */
export class ResponseMismatch extends Error {
  constructor(findings: readonly Finding[]) {
    const faults = findings.map(
      ({ instancePath, message = 'does not match' }) => `${instancePath || '/'} ${message}`,
    );
    super(`The response does not match its schema: ${faults.join('; ')}`);
    this.name = 'ResponseMismatch';
  }
}
